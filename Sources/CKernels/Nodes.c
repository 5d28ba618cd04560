#include "Kinds.h"

// The nodes of a tree: sixteen boxes at a time against a disc, a place or a window.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float sixteen __attribute__((ext_vector_type(16)));
typedef int32_t sixteen_lanes __attribute__((ext_vector_type(16)));
typedef _Bool sixteen_bools __attribute__((ext_vector_type(16)));
typedef int8_t sixteen_small __attribute__((ext_vector_type(16)));
typedef uint8_t sixteen_bytes __attribute__((ext_vector_type(16)));

INLINE sixteen load(const float *numbers) {
  sixteen loaded;
  __builtin_memcpy(&loaded, numbers, sizeof loaded);
  return loaded;
}

INLINE uint32_t bits(sixteen_lanes lanes) {
  sixteen_bools bools = __builtin_convertvector(lanes, sixteen_bools);
  uint16_t mask;
  __builtin_memcpy(&mask, &bools, sizeof mask);
  return mask;
}

INLINE sixteen larger(sixteen a, sixteen b) { return a > b ? a : b; }

/// One bit for each of a node's boxes that meets a disc.
INLINE uint32_t boxes_near(const float *node, meridian_disc disc) {
  const sixteen x = disc.x, y = disc.y, zero = 0, squared = disc.squared;
  sixteen dx = larger(larger(load(node) - x, x - load(node + 32)), zero);
  sixteen dy = larger(larger(load(node + 16) - y, y - load(node + 48)), zero);
  return bits(dx * dx + dy * dy <= squared);
}

INLINE int32_t write_numbers(uint32_t mask, uint32_t first, uint32_t *numbers) {
  int32_t count = 0;
  for (; mask != 0; mask &= mask - 1) numbers[count++] = first + (uint32_t)__builtin_ctz(mask);
  return count;
}

INLINE int32_t open_nodes(
    const float *nodes, const uint32_t *numbers, int32_t count, uint32_t end, meridian_disc disc,
    const float *below, const uint8_t *slabs, uint32_t *children) {
  int32_t found = 0;
  for (int32_t index = 0; index < count; index++) {
    uint32_t number = numbers[index];
    if (number >= end) continue;
    uint32_t mask = boxes_near(nodes + 64 * (uint64_t)number, disc);
    int32_t more = write_numbers(mask, 16 * number, children + found);
    for (int32_t child = found; child < found + more; child++) {
      const float *node = below + 64 * (uint64_t)children[child];
      for (int32_t line = 0; line < 4; line++) __builtin_prefetch(node + 16 * line);
      if (slabs) __builtin_prefetch(slabs + 64 * (uint64_t)children[child]);
    }
    found += more;
  }
  return found;
}

/// How far a place is from sixteen slabs: along their normals, which are at most 127.8 long, beyond
/// the lower bound and the upper one.
typedef struct {
  sixteen below, above;
} slab_distances;

INLINE slab_distances measure_slabs(const float *node, const uint8_t *slab, float x, float y) {
  sixteen_small small;
  sixteen_bytes bytes;
  sixteen left = load(node), bottom = load(node + 16);
  sixteen extent = larger(load(node + 32) - left, load(node + 48) - bottom);
  __builtin_memcpy(&small, slab, 16);
  sixteen normal_x = __builtin_convertvector(small, sixteen);
  __builtin_memcpy(&small, slab + 16, 16);
  sixteen normal_y = __builtin_convertvector(small, sixteen);
  __builtin_memcpy(&bytes, slab + 32, 16);
  sixteen low = __builtin_convertvector(bytes, sixteen);
  __builtin_memcpy(&bytes, slab + 48, 16);
  sixteen high = __builtin_convertvector(bytes, sixteen);
  // What the box's corner with the least of them has, so that bytes need no sign.
  const sixteen zero = 0;
  sixteen least = (normal_x < zero ? normal_x : zero) + (normal_y < zero ? normal_y : zero);
  sixteen along = normal_x * (x - left) + normal_y * (y - bottom) - least * extent;
  return (slab_distances){low * extent - along, along - high * extent};
}

/// One bit for each of a leaf's slabs that meets a disc with a margin around its middle.
INLINE uint32_t slabs_near(
    const float *node, const uint8_t *slab, meridian_disc disc, float margin) {
  slab_distances outside = measure_slabs(node, slab, disc.x, disc.y);
  return bits(outside.below <= margin & outside.above <= margin);
}

INLINE int32_t open_leaves(
    const float *nodes, const uint8_t *slabs, const uint32_t *numbers, int32_t count, uint32_t end,
    meridian_disc disc, uint32_t *places) {
  int32_t found = 0;
  // Normals are at most 127.8 long.
  float margin = __builtin_elementwise_sqrt(disc.squared) * 128;
  for (int32_t index = 0; index < count; index++) {
    uint32_t number = numbers[index];
    if (number >= end) continue;
    const float *node = nodes + 64 * (uint64_t)number;
    uint32_t mask = boxes_near(node, disc);
    if (mask == 0) continue;
    if (slabs) mask &= slabs_near(node, slabs + 64 * (uint64_t)number, disc, margin);
    found += write_numbers(mask, 16 * number, places + found);
  }
  return found;
}

INLINE sixteen smaller(sixteen a, sixteen b) { return a < b ? a : b; }

INLINE float least_of_sixteen(sixteen numbers) {
  typedef float eight __attribute__((ext_vector_type(8)));
  typedef float four __attribute__((ext_vector_type(4)));
  eight a = numbers.lo, b = numbers.hi;
  a = a < b ? a : b;
  four c = a.lo, d = a.hi;
  c = c < d ? c : d;
  float e = c.x < c.y ? c.x : c.y, f = c.z < c.w ? c.z : c.w;
  return e < f ? e : f;
}

/// The square of a distance within which one of the boxes has something for certain: a box is as
/// small as can be, so something of it is on each of its sides, the nearer ones too (N.
/// Roussopoulos, S. Kelley, F. Vincent, "Nearest Neighbor Queries", 1995: MINMAXDIST).
INLINE float promise(
    sixteen west, sixteen east, sixteen north, sixteen south, meridian_neighborhood around) {
  west = __builtin_elementwise_abs(west) * around.scale;
  east = __builtin_elementwise_abs(east) * around.scale;
  north = __builtin_elementwise_abs(north);
  south = __builtin_elementwise_abs(south);
  sixteen near_x = smaller(west, east), far_x = larger(west, east);
  sixteen near_y = smaller(north, south), far_y = larger(north, south);
  sixteen most = smaller(near_x * near_x + far_y * far_y, far_x * far_x + near_y * near_y);
  float reach = __builtin_elementwise_sqrt(least_of_sixteen(most)) * 1.000001f + around.slack;
  return reach * reach * 1.000001f;
}

INLINE uint32_t measure_boxes(
    const float *node, const uint8_t *slabs, meridian_neighborhood *around, float *squares) {
  const sixteen x = around->x, y = around->y, zero = 0;
  // Where the sides are as seen from the place.
  sixteen west = load(node) - x, east = load(node + 32) - x;
  sixteen north = load(node + 16) - y, south = load(node + 48) - y;
  sixteen dx = larger(larger(west, -east), zero) * around->scale;
  sixteen dy = larger(larger(north, -south), zero);
  sixteen squared = dx * dx + dy * dy;
  if (slabs) {
    slab_distances outside = measure_slabs(node, slabs, around->x, around->y);
    float share = (around->scale < 1 ? around->scale : 1) / 127.8f;
    sixteen beyond = larger(larger(outside.below, outside.above), zero) * share;
    squared = larger(beyond * beyond, squared);
  }
  if (around->slack >= 0) {
    float limit = promise(west, east, north, south, *around);
    if (limit < around->limit) around->limit = limit;
  }
  __builtin_memcpy(squares, &squared, sizeof squared);
  return bits(squared <= around->limit);
}

INLINE uint16_t boxes_meeting(const float *node, meridian_rectangle window) {
  return (uint16_t)bits(
      load(node) <= window.max_x & load(node + 32) >= window.min_x
      & load(node + 16) <= window.max_y & load(node + 48) >= window.min_y);
}

INLINE uint16_t boxes_within(const float *node, meridian_rectangle window) {
  return (uint16_t)bits(
      load(node) >= window.min_x & load(node + 32) <= window.max_x
      & load(node + 16) >= window.min_y & load(node + 48) <= window.max_y);
}

INLINE meridian_met_boxes meet_window(const float *node, const meridian_window *window) {
  return (meridian_met_boxes){
      boxes_meeting(node, window->outer), boxes_meeting(node, window->sure),
      boxes_within(node, window->sure)};
}

#define NODES(kind, features)                                                                      \
  features int32_t open_nodes_##kind(                                                              \
      const float *nodes, const uint32_t *numbers, int32_t count, uint32_t end,                    \
      meridian_disc disc, const float *below, const uint8_t *slabs, uint32_t *children) {          \
    return open_nodes(nodes, numbers, count, end, disc, below, slabs, children);                   \
  }                                                                                                \
  features int32_t open_leaves_##kind(                                                             \
      const float *nodes, const uint8_t *slabs, const uint32_t *numbers, int32_t count,            \
      uint32_t end, meridian_disc disc, uint32_t *places) {                                        \
    return open_leaves(nodes, slabs, numbers, count, end, disc, places);                           \
  }                                                                                                \
  features uint32_t measure_boxes_##kind(                                                          \
      const float *node, const uint8_t *slabs, meridian_neighborhood *around, float *squares) {    \
    return measure_boxes(node, slabs, around, squares);                                            \
  }                                                                                                \
  features meridian_met_boxes meet_window_##kind(                                                  \
      const float *node, const meridian_window *window) {                                          \
    return meet_window(node, window);                                                              \
  }

EACH_KIND(NODES)
