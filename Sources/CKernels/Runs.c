#include "Kinds.h"

// The ink of runs, in whole numbers, against a finger.
#pragma clang diagnostic ignored "-Wpsabi"

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

#define RUNS(kind, features)                                                                       \
  features int32_t sift_runs_##kind(                                                               \
      const meridian_runs *runs, const meridian_finger *finger, const uint32_t *places,            \
      int32_t count, meridian_near_run *near) {                                                    \
    return sift_runs(runs, finger, places, count, near);                                           \
  }

EACH_KIND(RUNS)
