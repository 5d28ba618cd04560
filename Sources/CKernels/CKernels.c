#include "CKernels.h"

#include <float.h>

// Written so that a compiler may turn it into vectors of whatever width the target has: no branch
// in the loop, one accumulator a lane. The same text is compiled for two kinds of processors.
static inline __attribute__((always_inline)) void sift(
    const uint16_t *restrict xs, const uint16_t *restrict ys, int32_t eights, float x, float y,
    meridian_run_sift *restrict out) {
  float least[8];
  uint32_t odd[8];
  for (int lane = 0; lane < 8; lane++) {
    least[lane] = FLT_MAX;
    odd[lane] = 0;
  }
  for (int32_t start = 0; start < 8 * eights; start += 8) {
    for (int lane = 0; lane < 8; lane++) {
      float ax = xs[start + lane], ay = ys[start + lane];
      float by = ys[start + lane + 1];
      float dx = xs[start + lane + 1] - ax, dy = by - ay;
      float ex = x - ax, ey = y - ay;
      float length = dx * dx + dy * dy;
      float along = ex * dx + ey * dy;
      // A segment without length divides by the smallest normal number: 0, its own start.
      float share = along / (length > FLT_MIN ? length : FLT_MIN);
      share = share > 0 ? share : 0;
      share = share < 1 ? share : 1;
      float gx = ex - share * dx, gy = ey - share * dy;
      float squared = gx * gx + gy * gy;
      out->squares[start + lane] = squared;
      least[lane] = squared < least[lane] ? squared : least[lane];
      uint32_t straddles = (uint32_t)(ay <= y) ^ (uint32_t)(by <= y);
      uint32_t isRight = (uint32_t)(dx * ey > ex * dy) ^ (uint32_t)(dy <= 0);
      odd[lane] ^= straddles & isRight;
    }
  }
  float smallest = least[0];
  uint32_t parity = odd[0];
  for (int lane = 1; lane < 8; lane++) {
    smallest = least[lane] < smallest ? least[lane] : smallest;
    parity ^= odd[lane];
  }
  out->least = smallest;
  out->is_odd = parity;
}

void meridian_sift_run_portable(
    const uint16_t *xs, const uint16_t *ys, int32_t eights, float x, float y, meridian_run_sift *out) {
  sift(xs, ys, eights, x, y, out);
}

#if defined(__x86_64__)

__attribute__((target("avx2,fma"))) static void sift_wide(
    const uint16_t *xs, const uint16_t *ys, int32_t eights, float x, float y, meridian_run_sift *out) {
  sift(xs, ys, eights, x, y, out);
}

static void (*fastest)(
    const uint16_t *, const uint16_t *, int32_t, float, float, meridian_run_sift *) =
    meridian_sift_run_portable;

// Before main, so that nobody ever sees it change.
__attribute__((constructor)) static void choose_kernel(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) fastest = sift_wide;
}

void meridian_sift_run(
    const uint16_t *xs, const uint16_t *ys, int32_t eights, float x, float y, meridian_run_sift *out) {
  fastest(xs, ys, eights, x, y, out);
}

#else

void meridian_sift_run(
    const uint16_t *xs, const uint16_t *ys, int32_t eights, float x, float y, meridian_run_sift *out) {
  sift(xs, ys, eights, x, y, out);
}

#endif

#if defined(__linux__)
#include <sys/mman.h>

void meridian_use_large_pages(void *start, uint64_t bytes) {
  // Advice: what it answers does not matter.
  (void)madvise(start, (size_t)bytes, MADV_HUGEPAGE);
}
#else
void meridian_use_large_pages(void *start, uint64_t bytes) {
  (void)start;
  (void)bytes;
}
#endif
