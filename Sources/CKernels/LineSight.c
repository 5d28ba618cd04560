#include "Kinds.h"

// Lines seen straight down from a tap: the nearest place of every segment, and its mass under the
// tap's normal distribution. Unlike the other kernels these numbers are answers: every kind of processor gives
// the same ones to the last bit, and so does a segment by itself. That is so because each lane does
// what IEEE 754 says and nothing is contracted or summed out of order.
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi"

typedef double eight __attribute__((ext_vector_type(8)));
typedef int64_t eight_lanes __attribute__((ext_vector_type(8)));
typedef _Bool eight_bools __attribute__((ext_vector_type(8)));

INLINE eight as_numbers(eight_lanes bits) { return (eight)bits; }

/// A polynomial from its factors, at most 24, the constant first: pairs, pairs of pairs and so on
/// (G. Estrin, 1960), since each step of Horner's scheme waits for the one before.
INLINE eight polynomial(const double *factors, int32_t count, eight x) {
  eight terms[12], power = x;
  int32_t left = (count + 1) / 2;
#pragma clang loop unroll(full)
  for (int32_t pair = 0; pair < left; pair++) {
    terms[pair] = factors[2 * pair];
    if (2 * pair + 1 < count) terms[pair] += factors[2 * pair + 1] * x;
  }
#pragma clang loop unroll(full)
  while (left > 1) {
    power = power * power;
#pragma clang loop unroll(full)
    for (int32_t pair = 0; pair < left / 2; pair++)
      terms[pair] = terms[2 * pair] + terms[2 * pair + 1] * power;
    if (left % 2 == 1) terms[left / 2] = terms[left - 1];
    left = (left + 1) / 2;
  }
  return terms[0];
}

/// e to the power of numbers that are at most zero; 0 below −700.
INLINE eight exponential(eight x) {
  // Added to a number below 2⁵¹ this leaves its nearest whole number in the last bits.
  const eight magic = 0x1.8p52;
  eight held = x < -700.0 ? (eight)-700.0 : x;
  eight shifted = held * 0x1.71547652b82fep0 + magic;
  eight whole = shifted - magic;
  // ln 2 in two parts, the first with so few digits that its multiples are exact.
  eight rest = (held - whole * 0x1.62e42feep-1) - whole * 0x1.a39ef35793c76p-33;
  // Taylor's series: |rest| is at most 0.35, so the next term is below 4e-18.
  static const double factors[] = {
      1, 1, 0.5, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320, 1.0 / 362880,
      1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200};
  eight sum = polynomial(factors, 15, rest);
  // Two to the power of the whole number: its last bits become an exponent.
  eight_lanes exponent = (eight_lanes)shifted << 52;
  eight power = as_numbers((eight_lanes)sum + exponent);
  return x < -700.0 ? (eight)0.0 : power;
}

/// The complementary error function of numbers that are at least zero, within 2e-15 of itself where
/// it is above 1e-300.
INLINE eight complementary_error(eight z) {
  // (1 + 2z)·exp(z²)·erfc(z) in q = (z − 4)/(z + 4), see Tools/erfcx-coefficients.py.
  static const double powers[] = {
    0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a1c8p-3, 0x1.f7f5df66fd40dp-7, 0x1.16ecefcf9cb1ep-4,
    -0x1.9ddb23c3e6861p-4, 0x1.7fee004ef1101p-4, -0x1.0fb06dfe8afa8p-4, 0x1.3079ede17a234p-5,
    -0x1.09623878c700ep-6, 0x1.49c676f414b52p-8, -0x1.8d4aa41628fedp-11, -0x1.a1e16f900a258p-13,
    0x1.3be0e09412ec0p-13, -0x1.9928561ea5afcp-16, -0x1.789e79eb906c5p-17, 0x1.7dcf4dcc6199dp-18,
    0x1.3ebb0291516c9p-22, -0x1.ae86b29807edbp-21, 0x1.355884b1ca9fcp-24, 0x1.8f0920c7d5e28p-24,
    -0x1.1f8f10ba20f78p-26, -0x1.dff032d300316p-28, 0x1.c2e324cb33784p-30,
  };
  // One division for both fractions; far out, where they overflow, nothing is left anyway.
  eight held = z < 1e100 ? z : (eight)1e100;
  eight outer = held + 4.0, inner = held * 2.0 + 1.0;
  eight inverse = 1.0 / (outer * inner);
  eight q = (held - 4.0) * (inner * inverse);
  return polynomial(powers, 23, q) * exponential(-(z * z)) * (outer * inverse);
}

/// Φ(b·√2) − Φ(a·√2) for a ≤ b, without cancellation when both lie in one tail.
INLINE eight normal_mass(eight a, eight b) {
  const eight zero = 0.0;
  // What lies left of the middle is turned over: from near to far on the right.
  eight_lanes is_right = a > zero;
  eight from = is_right ? a : -b, to = is_right ? b : -a;
  eight near = complementary_error(from < zero ? -from : from);
  eight far = complementary_error(to < zero ? -to : to);
  return 0.5 * ((from < zero ? 2.0 - near : near) - (to < zero ? 2.0 - far : far));
}

typedef struct {
  eight x, y;
} vectors;

/// What is seen of eight segments on the glass.
typedef struct {
  vectors a, b;
  /// From a to b, and its squared length.
  eight dx, dy, squared;
} segments;

INLINE segments between(vectors a, vectors b) {
  segments all = {.a = a, .b = b, .dx = b.x - a.x, .dy = b.y - a.y};
  all.squared = all.dx * all.dx + all.dy * all.dy;
  return all;
}

/// The places nearest to the tap.
INLINE vectors nearest(segments all) {
  const eight zero = 0.0, one = 1.0;
  eight_lanes has_length = all.squared > zero;
  eight share =
      -(all.a.x * all.dx + all.a.y * all.dy) / (has_length ? all.squared : one);
  share = share > zero ? share : zero;
  share = share < one ? share : one;
  return (vectors){
      has_length ? all.a.x + share * all.dx : all.a.x,
      has_length ? all.a.y + share * all.dy : all.a.y};
}

/// ∫ of the tap's normal distribution over segments, their width smeared into the variance.
INLINE eight masses(segments all, const meridian_normal *normal) {
  const eight zero = 0.0, one = 1.0;
  eight_lanes has_length = all.squared > zero;
  eight length = __builtin_elementwise_sqrt(has_length ? all.squared : one);
  eight inverse = 1.0 / length;
  eight from = (all.a.x * all.dx + all.a.y * all.dy) * inverse;
  eight height = (all.a.x * all.dy - all.a.y * all.dx) * inverse;
  eight density = normal->density * exponential(-(height * height) * normal->across);
  eight mass = density * normal_mass(from * normal->along, (from + length) * normal->along);
  return has_length ? mass : zero;
}

/// Eight vertices of the world.
INLINE vectors take_eight(const double *vertices) {
  eight low, high;
  __builtin_memcpy(&low, vertices, sizeof low);
  __builtin_memcpy(&high, vertices + 8, sizeof high);
  return (vectors){
      __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14),
      __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15)};
}

/// The same from the tap on.
INLINE vectors on_glass(vectors world, const meridian_glass *glass) {
  eight east = (world.x - glass->origin_x) * glass->world_size;
  eight south = (world.y - glass->origin_y) * glass->world_size;
  eight right = east * glass->cosine + south * glass->sine;
  eight up = east * glass->sine - south * glass->cosine;
  return (vectors){
      glass->middle_x + right - glass->tap_x, glass->middle_y - up - glass->tap_y};
}

INLINE uint32_t lanes_of(eight_lanes lanes) {
  eight_bools bools = __builtin_convertvector(lanes, eight_bools);
  uint8_t mask;
  __builtin_memcpy(&mask, &bools, sizeof mask);
  return mask;
}

// MARK: - Gathering

INLINE eight_lanes both_above(eight a, eight b, double bound) { return a > bound & b > bound; }

INLINE eight_lanes both_below(eight a, eight b, double bound) { return a < bound & b < bound; }

/// One bit for each of eight segments of the world that is not wholly on one side of a square.
INLINE uint32_t near_eight(const double *vertices, meridian_square square) {
  vectors a = take_eight(vertices), b = take_eight(vertices + 2);
  return 0xFF & ~lanes_of(
      both_above(a.x, b.x, square.x + square.reach) | both_below(a.x, b.x, square.x - square.reach)
      | both_above(a.y, b.y, square.y + square.reach)
      | both_below(a.y, b.y, square.y - square.reach));
}

/// The same of fewer than eight segments.
INLINE uint32_t near_few(const double *vertices, int32_t count, meridian_square square) {
  uint32_t mask = 0;
  // One by one: put side by side for so few, numbers take longer to move than to compare.
#pragma clang loop vectorize(disable) unroll(disable)
  for (int32_t number = 0; number < count; number++) {
    const double *a = vertices + 2 * number, *b = a + 2;
    int32_t is_far = (a[0] > square.x + square.reach & b[0] > square.x + square.reach)
        | (a[0] < square.x - square.reach & b[0] < square.x - square.reach)
        | (a[1] > square.y + square.reach & b[1] > square.y + square.reach)
        | (a[1] < square.y - square.reach & b[1] < square.y - square.reach);
    mask |= (uint32_t)!is_far << number;
  }
  return mask;
}

INLINE int32_t gather_line(
    const double *vertices, int32_t count, meridian_square square, int32_t gathered,
    double *blocks, int32_t *numbers) {
  for (int32_t start = 0; start < count; start += 8) {
    const double *first = vertices + 2 * (int64_t)start;
    uint32_t mask = count - start < 8 ? near_few(first, count - start, square)
                                      : near_eight(first, square);
    for (; mask != 0; mask &= mask - 1) {
      int32_t number = __builtin_ctz(mask);
      double *ends = blocks + 32 * (int64_t)(gathered / 8) + gathered % 8;
      for (int32_t row = 0; row < 4; row++) ends[8 * row] = first[2 * number + row];
      numbers[gathered++] = start + number;
    }
  }
  return gathered;
}

// MARK: - Seeing

INLINE eight row(const double *block, int32_t number) {
  eight loaded;
  __builtin_memcpy(&loaded, block + 8 * number, sizeof loaded);
  return loaded;
}

INLINE void set_row(double *block, int32_t number, eight values) {
  __builtin_memcpy(block + 8 * number, &values, sizeof values);
}

INLINE void see_segments(
    double *blocks, int32_t count, const meridian_glass *glass, const meridian_normal *normal) {
  for (int32_t start = 0; start < count; start += 8) {
    double *block = blocks + 4 * (int64_t)start;
    vectors a = {row(block, 0), row(block, 1)}, b = {row(block, 2), row(block, 3)};
    segments all = between(on_glass(a, glass), on_glass(b, glass));
    vectors places = nearest(all);
    eight bare = __builtin_elementwise_sqrt(places.x * places.x + places.y * places.y);
    eight_lanes counts = bare <= normal->reach;
    eight mass = 0.0;
    if (lanes_of(counts) != 0) mass = counts ? masses(all, normal) : mass;
    set_row(block, 0, mass);
    set_row(block, 1, bare);
    set_row(block, 2, places.x);
    set_row(block, 3, places.y);
  }
}

INLINE double segment_mass(
    double ax, double ay, double bx, double by, const meridian_normal *normal) {
  vectors a = {ax, ay}, b = {bx, by};
  return masses(between(a, b), normal)[0];
}

#define LINE_SIGHT(kind, features)                                                                 \
  features int32_t gather_line_##kind(                                                             \
      const double *vertices, int32_t count, meridian_square square, int32_t gathered,             \
      double *blocks, int32_t *numbers) {                                                          \
    return gather_line(vertices, count, square, gathered, blocks, numbers);                        \
  }                                                                                                \
  features void see_segments_##kind(                                                               \
      double *blocks, int32_t count, const meridian_glass *glass,                                  \
      const meridian_normal *normal) {                                                             \
    see_segments(blocks, count, glass, normal);                                                    \
  }                                                                                                \
  features double segment_mass_##kind(                                                             \
      double ax, double ay, double bx, double by, const meridian_normal *normal) {                 \
    return segment_mass(ax, ay, bx, by, normal);                                                   \
  }

EACH_KIND(LINE_SIGHT)
