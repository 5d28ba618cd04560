// The two inner loops of a tap, in wide vectors: sixteen boxes against a disc or a window, and the
// segments of a run against a place. Both only sift: they may let through too much, never too
// little, and what they let through is measured again in double precision. Each has a twin in
// Swift (RunSift.swift, PackedRTree+Search.swift) against which it is tested.
#ifndef MERIDIAN_CKERNELS_H
#define MERIDIAN_CKERNELS_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Asks for a cache line before it is needed.
static inline void meridian_prefetch(const void *address) { __builtin_prefetch(address); }

/// One bit for each of a node's sixteen boxes (minX ×16, minY ×16, maxX ×16, maxY ×16) whose
/// squared distance to (x, y) is at most `squared`.
static inline uint32_t meridian_boxes_near(const float *node, float x, float y, float squared) {
  uint32_t mask = 0;
#if defined(__SSE2__)
  const __m128 px = _mm_set1_ps(x), py = _mm_set1_ps(y), limit = _mm_set1_ps(squared);
  const __m128 zero = _mm_setzero_ps();
  for (int quarter = 0; quarter < 4; quarter++) {
    const float *lane = node + 4 * quarter;
    __m128 dx = _mm_max_ps(
        _mm_max_ps(_mm_sub_ps(_mm_loadu_ps(lane), px), _mm_sub_ps(px, _mm_loadu_ps(lane + 32))),
        zero);
    __m128 dy = _mm_max_ps(
        _mm_max_ps(_mm_sub_ps(_mm_loadu_ps(lane + 16), py), _mm_sub_ps(py, _mm_loadu_ps(lane + 48))),
        zero);
    __m128 distance = _mm_add_ps(_mm_mul_ps(dx, dx), _mm_mul_ps(dy, dy));
    mask |= (uint32_t)_mm_movemask_ps(_mm_cmple_ps(distance, limit)) << (4 * quarter);
  }
#elif defined(__ARM_NEON) && defined(__aarch64__)
  const float32x4_t px = vdupq_n_f32(x), py = vdupq_n_f32(y), limit = vdupq_n_f32(squared);
  const float32x4_t zero = vdupq_n_f32(0);
  const uint32_t weights[4] = {1, 2, 4, 8};
  const uint32x4_t bits = vld1q_u32(weights);
  for (int quarter = 0; quarter < 4; quarter++) {
    const float *lane = node + 4 * quarter;
    float32x4_t dx = vmaxq_f32(
        vmaxq_f32(vsubq_f32(vld1q_f32(lane), px), vsubq_f32(px, vld1q_f32(lane + 32))), zero);
    float32x4_t dy = vmaxq_f32(
        vmaxq_f32(vsubq_f32(vld1q_f32(lane + 16), py), vsubq_f32(py, vld1q_f32(lane + 48))), zero);
    float32x4_t distance = vaddq_f32(vmulq_f32(dx, dx), vmulq_f32(dy, dy));
    mask |= vaddvq_u32(vandq_u32(vcleq_f32(distance, limit), bits)) << (4 * quarter);
  }
#else
  for (int lane = 0; lane < 16; lane++) {
    float dx = node[lane] - x > x - node[lane + 32] ? node[lane] - x : x - node[lane + 32];
    float dy = node[lane + 16] - y > y - node[lane + 48] ? node[lane + 16] - y : y - node[lane + 48];
    dx = dx > 0 ? dx : 0;
    dy = dy > 0 ? dy : 0;
    mask |= (uint32_t)(dx * dx + dy * dy <= squared) << lane;
  }
#endif
  return mask;
}

/// The squared distance of each of a node's sixteen boxes to (x, y).
static inline void meridian_box_distances(const float *node, float x, float y, float *squares) {
  for (int lane = 0; lane < 16; lane++) {
    float left = node[lane] - x, right = x - node[lane + 32];
    float low = node[lane + 16] - y, high = y - node[lane + 48];
    float dx = left > right ? left : right, dy = low > high ? low : high;
    dx = dx > 0 ? dx : 0;
    dy = dy > 0 ? dy : 0;
    squares[lane] = dx * dx + dy * dy;
  }
}

/// One bit for each of a node's sixteen boxes that shares a point with a window.
static inline uint32_t meridian_boxes_meeting(
    const float *node, float min_x, float min_y, float max_x, float max_y) {
  uint32_t mask = 0;
#if defined(__SSE2__)
  const __m128 left = _mm_set1_ps(min_x), low = _mm_set1_ps(min_y);
  const __m128 right = _mm_set1_ps(max_x), high = _mm_set1_ps(max_y);
  for (int quarter = 0; quarter < 4; quarter++) {
    const float *lane = node + 4 * quarter;
    __m128 x = _mm_and_ps(
        _mm_cmple_ps(_mm_loadu_ps(lane), right), _mm_cmpge_ps(_mm_loadu_ps(lane + 32), left));
    __m128 y = _mm_and_ps(
        _mm_cmple_ps(_mm_loadu_ps(lane + 16), high), _mm_cmpge_ps(_mm_loadu_ps(lane + 48), low));
    mask |= (uint32_t)_mm_movemask_ps(_mm_and_ps(x, y)) << (4 * quarter);
  }
#else
  for (int lane = 0; lane < 16; lane++) {
    mask |= (uint32_t)(node[lane] <= max_x && node[lane + 32] >= min_x && node[lane + 16] <= max_y
                       && node[lane + 48] >= min_y)
            << lane;
  }
#endif
  return mask;
}

/// One bit for each of a node's sixteen boxes that lies wholly within a window.
static inline uint32_t meridian_boxes_within(
    const float *node, float min_x, float min_y, float max_x, float max_y) {
  uint32_t mask = 0;
  for (int lane = 0; lane < 16; lane++) {
    mask |= (uint32_t)(node[lane] >= min_x && node[lane + 32] <= max_x && node[lane + 16] >= min_y
                       && node[lane + 48] <= max_y)
            << lane;
  }
  return mask;
}

/// One bit for each of sixteen numbers that is at most `limit`.
static inline uint32_t meridian_at_most(const float *numbers, float limit) {
  uint32_t mask = 0;
#if defined(__SSE2__)
  const __m128 bound = _mm_set1_ps(limit);
  for (int quarter = 0; quarter < 4; quarter++) {
    __m128 four = _mm_loadu_ps(numbers + 4 * quarter);
    mask |= (uint32_t)_mm_movemask_ps(_mm_cmple_ps(four, bound)) << (4 * quarter);
  }
#else
  for (int lane = 0; lane < 16; lane++) mask |= (uint32_t)(numbers[lane] <= limit) << lane;
#endif
  return mask;
}

/// What a run of at most sixteen segments is to a place.
typedef struct {
  /// The squared distance of each segment; only the first eight times `eights` are set.
  float squares[16];
  /// The least of them.
  float least;
  /// 1 when the ray to the right of the place crosses an odd number of segments.
  uint32_t is_odd;
} meridian_run_sift;

/// The segments between 8·`eights` + 1 vertices (the last one repeated to fill up) against (x, y),
/// by the fastest kernel that this processor runs; `eights` is 1 or 2.
void meridian_sift_run(
    const float *xs, const float *ys, int32_t eights, float x, float y, meridian_run_sift *out);

/// The same by the kernel that every processor runs.
void meridian_sift_run_portable(
    const float *xs, const float *ys, int32_t eights, float x, float y, meridian_run_sift *out);

#endif
