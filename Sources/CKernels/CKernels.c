#include "Kinds.h"

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

// MARK: - Nodes

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

// MARK: - Runs

typedef float eight __attribute__((ext_vector_type(8)));
typedef int32_t eight_lanes __attribute__((ext_vector_type(8)));
typedef _Bool eight_bools __attribute__((ext_vector_type(8)));
typedef uint16_t eight_words __attribute__((ext_vector_type(8)));

INLINE eight widened(const uint16_t *numbers) {
  eight_words words;
  __builtin_memcpy(&words, numbers, sizeof words);
  return __builtin_convertvector(words, eight);
}

INLINE uint32_t eight_bits(eight_lanes lanes) {
  eight_bools bools = __builtin_convertvector(lanes, eight_bools);
  uint8_t mask;
  __builtin_memcpy(&mask, &bools, sizeof mask);
  return mask;
}

INLINE float least_of(eight numbers) {
  typedef float four __attribute__((ext_vector_type(4)));
  typedef float two __attribute__((ext_vector_type(2)));
  four a = numbers.lo, b = numbers.hi;
  a = a < b ? a : b;
  two c = a.lo, d = a.hi;
  c = c < d ? c : d;
  return c.x < c.y ? c.x : c.y;
}

/// The squared distances of eight segments to a place; `odd` changes where the ray to the right of
/// it crosses one.
INLINE eight sift_eight(
    const uint16_t *xs, const uint16_t *ys, float x, float y, eight_lanes *odd) {
  const eight zero = 0, one = 1, tiny = 0x1p-126f;
  eight ax = widened(xs), ay = widened(ys), by = widened(ys + 1);
  eight dx = widened(xs + 1) - ax, dy = by - ay;
  eight ex = x - ax, ey = y - ay;
  eight length = dx * dx + dy * dy;
  // A segment without length divides by the smallest normal number: 0, its own start.
  eight share = (ex * dx + ey * dy) / (length > tiny ? length : tiny);
  share = share > zero ? share : zero;
  share = share < one ? share : one;
  eight gx = ex - share * dx, gy = ey - share * dy;
  eight_lanes straddles = (ay <= y) ^ (by <= y);
  eight_lanes is_right = (dx * ey > ex * dy) ^ (dy <= zero);
  *odd ^= straddles & is_right;
  return gx * gx + gy * gy;
}

/// What a run of at most sixteen segments is to a place, in steps of its ink.
typedef struct {
  /// The squared distance of the nearest segment.
  float least;
  /// One bit for every segment that may be the nearest one.
  uint32_t nearest;
  /// 1 when the ray to the right of the place crosses an odd number of segments.
  uint32_t is_odd;
} run_sift;

/// The segments between 8·n + 1 vertices (the last one repeated to fill up), n being 1 or 2.
INLINE run_sift sift_run(
    const uint16_t *xs, const uint16_t *ys, int32_t eights, float x, float y, float error) {
  eight_lanes odd = 0;
  eight first = sift_eight(xs, ys, x, y, &odd), nearest = first, second = first;
  if (eights > 1) {
    second = sift_eight(xs + 8, ys + 8, x, y, &odd);
    nearest = first < second ? first : second;
  }
  float least = least_of(nearest);
  float reach = __builtin_elementwise_sqrt(least) + 2 * error;
  float limit = reach * reach * 1.00001f;
  uint32_t mask = eight_bits(first <= limit);
  if (eights > 1) mask |= eight_bits(second <= limit) << 8;
  uint32_t parity = (uint32_t)__builtin_popcount(eight_bits(odd)) & 1;
  return (run_sift){least, mask, parity};
}

INLINE double larger_of(double a, double b) { return a > b ? a : b; }

/// Reads the head of a run from its leaf's record; of a record that is not all there, some other's.
INLINE uint32_t read_head(
    const meridian_runs *runs, uint32_t place, meridian_near_run *run, uint64_t *record) {
  *record = 16 * (uint64_t)runs->lines[place / 16];
  uint64_t head = *record + 4 * (place % 16);
  if (head + 4 > runs->word_count) head = 0;
  const uint32_t *words = runs->words + head;
  uint32_t bits = words[3], segments = bits >> 16 & 0xFF, dimension = bits >> 24 & 3;
  run->place = place;
  run->start = words[0];
  run->feature = words[1];
  run->part = words[2];
  run->nearest = 0xFFFF;
  // There is room for sixteen, and there are three dimensions, whatever a file says.
  run->segments = (uint8_t)(segments < 16 ? segments : 16);
  run->dimension = (uint8_t)(dimension < 3 ? dimension : 0);
  run->extent = (uint8_t)(bits >> 26 & 3);
  run->side = MERIDIAN_EITHER_SIDE;
  return bits & 0xFFFF;
}

INLINE int32_t sift_runs(
    const meridian_runs *runs, const meridian_finger *finger, const uint32_t *places,
    int32_t count, meridian_near_run *near) {
  int32_t kept = 0;
  for (int32_t index = 0; index < count; index++) {
    meridian_near_run run;
    uint64_t record;
    uint32_t offset = read_head(runs, places[index], &run, &record);
    if (run.dimension == 0) {
      near[kept++] = run;
      continue;
    }
    const float *box = runs->boxes + 64 * (uint64_t)(run.place / 16) + run.place % 16;
    // Of a box without extent the squares of distances must still fit a float.
    double extent = larger_of((double)box[32] - box[0], (double)box[48] - box[16]);
    double scale = 65535 / larger_of(extent, 65535e-17);
    float x = (float)((finger->x - (runs->frame_x + box[0])) * scale);
    float y = (float)((finger->y - (runs->frame_y + box[16])) * scale);
    double size = larger_of(65535, larger_of(__builtin_fabsf(x), __builtin_fabsf(y)));
    double error =
        size * finger->error_share + finger->error_steps + finger->error_world * scale;
    int32_t eights = run.segments > 8 ? 2 : 1;
    int32_t length = 8 * eights + 1;
    uint64_t ink = record + offset;
    if (ink + (uint64_t)length > runs->word_count) ink = 0;
    const uint16_t *xs = (const uint16_t *)(runs->words + ink);
    run_sift sift = sift_run(xs, xs + length, eights, x, y, (float)error * 1.000001f);
    double reach = (run.dimension == 1 ? finger->line_reach : finger->polygon_reach) * scale + error;
    uint32_t is_near = sift.least <= reach * reach;
    uint32_t is_around = (run.dimension == 2) & (run.extent & 1) & sift.is_odd;
    uint32_t segments = run.segments ? run.segments : 1;
    run.nearest = (uint16_t)(sift.nearest & ((1u << segments) - 1));
    if (sift.least > error * error) run.side = sift.is_odd ? MERIDIAN_INSIDE : MERIDIAN_OUTSIDE;
    near[kept] = run;
    kept += (int32_t)(is_near | is_around);
  }
  return kept;
}

// MARK: - One set for each kind of processor

#define KERNELS(kind, features)                                                                    \
  features static int32_t open_nodes_##kind(                                                       \
      const float *nodes, const uint32_t *numbers, int32_t count, uint32_t end,                    \
      meridian_disc disc, const float *below, const uint8_t *slabs, uint32_t *children) {          \
    return open_nodes(nodes, numbers, count, end, disc, below, slabs, children);                   \
  }                                                                                                \
  features static int32_t open_leaves_##kind(                                                      \
      const float *nodes, const uint8_t *slabs, const uint32_t *numbers, int32_t count,            \
      uint32_t end, meridian_disc disc, uint32_t *places) {                                        \
    return open_leaves(nodes, slabs, numbers, count, end, disc, places);                           \
  }                                                                                                \
  features static uint32_t measure_boxes_##kind(                                                   \
      const float *node, const uint8_t *slabs, meridian_neighborhood *around, float *squares) {    \
    return measure_boxes(node, slabs, around, squares);                                            \
  }                                                                                                \
  features static int32_t sift_runs_##kind(                                                        \
      const meridian_runs *runs, const meridian_finger *finger, const uint32_t *places,            \
      int32_t count, meridian_near_run *near) {                                                    \
    return sift_runs(runs, finger, places, count, near);                                           \
  }                                                                                                \
  static const meridian_kernel_set kind = {                                                        \
    open_nodes_##kind, open_leaves_##kind, measure_boxes_##kind, sift_runs_##kind, see_line_##kind,\
    segment_mass_##kind                                                                            \
  };

EACH_KIND(KERNELS)

const meridian_kernel_set *meridian_chosen_kernels = &portable;

const meridian_kernel_set *meridian_kernels_of(int32_t number) {
  if (number == 0) return &portable;
#if defined(__x86_64__)
  __builtin_cpu_init();
  int32_t is_wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
      && __builtin_cpu_supports("bmi");
  if (number == 1 && is_wide) return &avx2;
  if (number == 2 && is_wide && __builtin_cpu_supports("avx512f")
      && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
      && __builtin_cpu_supports("avx512vl"))
    return &avx512;
#endif
  return 0;
}

// Before main, so that nobody ever sees it change.
__attribute__((constructor)) static void choose_kernels(void) {
  for (int32_t number = 0; number < 3; number++) {
    const meridian_kernel_set *kernels = meridian_kernels_of(number);
    if (kernels) meridian_chosen_kernels = kernels;
  }
}

// MARK: - Memory

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
