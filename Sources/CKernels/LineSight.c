#include "Kinds.h"

// A line seen straight down from a tap: its nearest place, and its mass under the tap's normal
// distribution. Unlike the other kernels these numbers are answers: every kind of processor gives
// the same ones to the last bit, and so does a segment by itself. That is so because each lane does
// what IEEE 754 says and nothing is contracted or summed out of order.
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi"

typedef double eight __attribute__((ext_vector_type(8)));
typedef int64_t eight_lanes __attribute__((ext_vector_type(8)));
typedef _Bool eight_bools __attribute__((ext_vector_type(8)));

INLINE eight as_numbers(eight_lanes bits) { return (eight)bits; }

/// A polynomial from its factors, the constant first: even and odd powers side by side, since each
/// step of Horner's scheme waits for the one before.
INLINE eight polynomial(const double *factors, int32_t count, eight x) {
  eight squared = x * x, even = factors[count - 1], odd = factors[count - 2];
  for (int32_t term = count - 3; term >= 0; term -= 2) {
    even = even * squared + factors[term];
    if (term > 0) odd = odd * squared + factors[term - 1];
  }
  return even + x * odd;
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

/// Eight vertices from the tap on.
INLINE vectors on_glass(const double *vertices, const meridian_glass *glass) {
  eight low, high;
  __builtin_memcpy(&low, vertices, sizeof low);
  __builtin_memcpy(&high, vertices + 8, sizeof high);
  eight x = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
  eight y = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
  eight east = (x - glass->origin_x) * glass->world_size;
  eight south = (y - glass->origin_y) * glass->world_size;
  eight right = east * glass->cosine + south * glass->sine;
  eight up = east * glass->sine - south * glass->cosine;
  return (vectors){
      glass->middle_x + right - glass->tap_x, glass->middle_y - up - glass->tap_y};
}

/// The first of eight segments and what follows them; what is not there is the last vertex again.
INLINE void take(const double *vertices, int32_t rest, double *nine) {
  for (int32_t index = 0; index < 9; index++) {
    int32_t vertex = index < rest ? index : rest;
    nine[2 * index] = vertices[2 * vertex];
    nine[2 * index + 1] = vertices[2 * vertex + 1];
  }
}

INLINE uint32_t lanes_of(eight_lanes lanes) {
  eight_bools bools = __builtin_convertvector(lanes, eight_bools);
  uint8_t mask;
  __builtin_memcpy(&mask, &bools, sizeof mask);
  return mask;
}

INLINE double least_of(eight numbers) {
  typedef double four __attribute__((ext_vector_type(4)));
  typedef double two __attribute__((ext_vector_type(2)));
  four a = numbers.lo, b = numbers.hi;
  a = a < b ? a : b;
  two c = a.lo, d = a.hi;
  c = c < d ? c : d;
  return c.x < c.y ? c.x : c.y;
}

/// Segments whose mass is still to be added, in order. Of a line's segments few lie within reach;
/// they are put side by side first, so that a whole vector of them is worth its arithmetic.
typedef struct {
  double ax[16], ay[16], dx[16], dy[16], squared[16];
  int32_t count;
} pending_segments;

INLINE eight first_eight(const double *numbers) {
  eight loaded;
  __builtin_memcpy(&loaded, numbers, sizeof loaded);
  return loaded;
}

/// Adds the masses of the first eight pending segments, or of all that there are.
INLINE void add_masses(
    pending_segments *pending, const meridian_normal *normal, meridian_line_sight *sight) {
  segments all = {
      .a = {first_eight(pending->ax), first_eight(pending->ay)},
      .dx = first_eight(pending->dx),
      .dy = first_eight(pending->dy),
      .squared = first_eight(pending->squared)};
  eight mass = masses(all, normal);
  int32_t added = pending->count < 8 ? pending->count : 8;
  for (int32_t lane = 0; lane < added; lane++) sight->mass += mass[lane];
  pending->count -= added;
  for (int32_t lane = 0; lane < pending->count; lane++) {
    pending->ax[lane] = pending->ax[lane + 8];
    pending->ay[lane] = pending->ay[lane + 8];
    pending->dx[lane] = pending->dx[lane + 8];
    pending->dy[lane] = pending->dy[lane + 8];
    pending->squared[lane] = pending->squared[lane + 8];
  }
}

INLINE void take_pending(segments all, uint32_t mask, pending_segments *pending) {
  for (; mask != 0; mask &= mask - 1) {
    int32_t lane = __builtin_ctz(mask), next = pending->count++;
    pending->ax[next] = all.a.x[lane];
    pending->ay[next] = all.a.y[lane];
    pending->dx[next] = all.dx[lane];
    pending->dy[next] = all.dy[lane];
    pending->squared[next] = all.squared[lane];
  }
}

INLINE void see_line(
    const double *vertices, int32_t count, const meridian_glass *glass,
    const meridian_normal *normal, meridian_line_sight *sight) {
  const eight_lanes numbers = {0, 1, 2, 3, 4, 5, 6, 7};
  pending_segments pending = {.count = 0};
  for (int32_t start = 0; start < count; start += 8) {
    double few[18];
    const double *first = vertices + 2 * (int64_t)start;
    if (count - start < 8) {
      take(first, count - start, few);
      first = few;
    }
    segments all = between(on_glass(first, glass), on_glass(first + 2, glass));
    vectors places = nearest(all);
    eight bare = __builtin_elementwise_sqrt(places.x * places.x + places.y * places.y);
    // What is repeated at the end is no segment.
    bare = numbers < (int64_t)(count - start) ? bare : (eight)__builtin_inf();
    take_pending(all, lanes_of(bare <= normal->reach & all.squared > 0.0), &pending);
    if (pending.count >= 8) add_masses(&pending, normal, sight);
    double least = least_of(bare);
    if (least < sight->bare) {
      uint32_t lane = (uint32_t)__builtin_ctz(lanes_of(bare <= least));
      sight->bare = least;
      sight->x = places.x[lane];
      sight->y = places.y[lane];
      sight->segment = start + (int32_t)lane;
    }
  }
  if (pending.count > 0) add_masses(&pending, normal, sight);
}

INLINE double segment_mass(
    double ax, double ay, double bx, double by, const meridian_normal *normal) {
  vectors a = {ax, ay}, b = {bx, by};
  return masses(between(a, b), normal)[0];
}

#define LINE_SIGHT(kind, features)                                                                 \
  features void see_line_##kind(                                                                   \
      const double *vertices, int32_t count, const meridian_glass *glass,                          \
      const meridian_normal *normal, meridian_line_sight *sight) {                                 \
    see_line(vertices, count, glass, normal, sight);                                               \
  }                                                                                                \
  features double segment_mass_##kind(                                                             \
      double ax, double ay, double bx, double by, const meridian_normal *normal) {                 \
    return segment_mass(ax, ay, bx, by, normal);                                                   \
  }

EACH_KIND(LINE_SIGHT)
