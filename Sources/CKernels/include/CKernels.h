// The two inner loops of a tap, in wide vectors: sixteen boxes against a disc or a window, and the
// segments of a run against a place. Both only sift: they may let through too much, never too
// little, and what they let through is measured again in double precision. Each has a twin in
// Swift (RunSift.swift, PackedRTree+Search.swift) against which it is tested.
#ifndef MERIDIAN_CKERNELS_H
#define MERIDIAN_CKERNELS_H

#include <stdint.h>

// Vectors of the compiler's own instead of the processors' headers: those bring half the C library
// along, and with it its names into every module that sees this one.
typedef float meridian_four __attribute__((vector_size(16)));
typedef int32_t meridian_four_bits __attribute__((vector_size(16)));

static inline meridian_four meridian_load(const float *numbers) {
  meridian_four four;
  __builtin_memcpy(&four, numbers, sizeof four);
  return four;
}

static inline meridian_four meridian_spread(float number) {
  return (meridian_four){number, number, number, number};
}

static inline meridian_four meridian_larger(meridian_four a, meridian_four b) {
  meridian_four_bits is_a = a > b;
  return (meridian_four)((is_a & (meridian_four_bits)a) | (~is_a & (meridian_four_bits)b));
}

/// One bit a lane that is all ones.
static inline uint32_t meridian_lanes(meridian_four_bits lanes) {
#if defined(__SSE2__)
  return (uint32_t)__builtin_ia32_movmskps((meridian_four)lanes);
#else
  const meridian_four_bits weights = {1, 2, 4, 8};
  meridian_four_bits bits = lanes & weights;
  return (uint32_t)(bits[0] | bits[1] | bits[2] | bits[3]);
#endif
}

/// Asks for a cache line before it is needed.
static inline void meridian_prefetch(const void *address) { __builtin_prefetch(address); }

/// One bit for each of a node's sixteen boxes (minX ×16, minY ×16, maxX ×16, maxY ×16) whose
/// squared distance to (x, y) is at most `squared`.
static inline uint32_t meridian_boxes_near(const float *node, float x, float y, float squared) {
  const meridian_four px = meridian_spread(x), py = meridian_spread(y);
  const meridian_four limit = meridian_spread(squared), zero = meridian_spread(0);
  uint32_t mask = 0;
  for (int first = 0; first < 16; first += 4) {
    const float *lane = node + first;
    meridian_four dx = meridian_larger(
        meridian_larger(meridian_load(lane) - px, px - meridian_load(lane + 32)), zero);
    meridian_four dy = meridian_larger(
        meridian_larger(meridian_load(lane + 16) - py, py - meridian_load(lane + 48)), zero);
    mask |= meridian_lanes(dx * dx + dy * dy <= limit) << first;
  }
  return mask;
}

/// The squared distance of each of a node's sixteen boxes to (x, y), east–west ones times `scale`.
static inline void meridian_box_distances(
    const float *node, float x, float y, float scale, float *squares) {
  for (int lane = 0; lane < 16; lane++) {
    float left = node[lane] - x, right = x - node[lane + 32];
    float low = node[lane + 16] - y, high = y - node[lane + 48];
    float dx = left > right ? left : right, dy = low > high ? low : high;
    dx = dx > 0 ? dx * scale : 0;
    dy = dy > 0 ? dy : 0;
    squares[lane] = dx * dx + dy * dy;
  }
}

/// One bit for each of a node's sixteen boxes that shares a point with a window.
static inline uint32_t meridian_boxes_meeting(
    const float *node, float min_x, float min_y, float max_x, float max_y) {
  const meridian_four left = meridian_spread(min_x), low = meridian_spread(min_y);
  const meridian_four right = meridian_spread(max_x), high = meridian_spread(max_y);
  uint32_t mask = 0;
  for (int first = 0; first < 16; first += 4) {
    const float *lane = node + first;
    mask |= meridian_lanes(
                (meridian_load(lane) <= right) & (meridian_load(lane + 32) >= left)
                & (meridian_load(lane + 16) <= high) & (meridian_load(lane + 48) >= low))
            << first;
  }
  return mask;
}

/// One bit for each of a node's sixteen boxes that lies wholly within a window.
static inline uint32_t meridian_boxes_within(
    const float *node, float min_x, float min_y, float max_x, float max_y) {
  const meridian_four left = meridian_spread(min_x), low = meridian_spread(min_y);
  const meridian_four right = meridian_spread(max_x), high = meridian_spread(max_y);
  uint32_t mask = 0;
  for (int first = 0; first < 16; first += 4) {
    const float *lane = node + first;
    mask |= meridian_lanes(
                (meridian_load(lane) >= left) & (meridian_load(lane + 32) <= right)
                & (meridian_load(lane + 16) >= low) & (meridian_load(lane + 48) <= high))
            << first;
  }
  return mask;
}

/// One bit for each of sixteen numbers that is at most `limit`.
static inline uint32_t meridian_at_most(const float *numbers, float limit) {
  const meridian_four bound = meridian_spread(limit);
  uint32_t mask = 0;
  for (int first = 0; first < 16; first += 4) {
    mask |= meridian_lanes(meridian_load(numbers + first) <= bound) << first;
  }
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

/// The segments between 8·`eights` + 1 vertices in whole numbers (the last one repeated to fill
/// up) against (x, y), by the fastest kernel that this processor runs; `eights` is 1 or 2.
void meridian_sift_run(
    const uint16_t *xs, const uint16_t *ys, int32_t eights, float x, float y, meridian_run_sift *out);

/// The same by the kernel that every processor runs.
void meridian_sift_run_portable(
    const uint16_t *xs, const uint16_t *ys, int32_t eights, float x, float y, meridian_run_sift *out);

/// Asks for the large pages of the processor, 2 MiB each, behind memory that was just allocated and
/// not yet written; nothing where the system has none to give.
void meridian_use_large_pages(void *start, uint64_t bytes);

#endif
