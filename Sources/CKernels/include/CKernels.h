// The inner loops of a tap, in wide vectors: the boxes of nodes against a disc, a place or a
// window, the slabs of a leaf, the segments of a run against a place, and the segments of lines on
// the glass. All but the last, which give answers, only sift: they may let through too much, never
// too little, and what they let through is measured again in double precision. Each has a twin in plain
// Swift against which it is tested (KernelTests.swift, LineSightTests.swift).
#ifndef MERIDIAN_CKERNELS_H
#define MERIDIAN_CKERNELS_H

#include <stdint.h>

/// A disc in a tree's frame.
typedef struct {
  float x, y;
  /// Of the radius.
  float squared;
} meridian_disc;

/// The runs of an index: what of its columns the sieve reads (see RunRecords.swift).
typedef struct {
  /// The leaves of the tree over the runs.
  const float *boxes;
  /// Where each leaf's record starts, in lines of sixteen words.
  const uint32_t *lines;
  const uint32_t *words;
  uint64_t word_count;
  /// Where the tree's coordinates start, in the world.
  double frame_x, frame_y;
} meridian_runs;

/// A place and how near ink must come to it, in the world.
typedef struct {
  double x, y;
  double line_reach, polygon_reach;
  /// How far a distance may be off: so much of the largest number, so many steps of the ink, and so
  /// many world widths.
  double error_share, error_steps, error_world;
} meridian_finger;

enum { MERIDIAN_OUTSIDE, MERIDIAN_INSIDE, MERIDIAN_EITHER_SIDE };

/// A run that may be within reach, and what was learned of it on the way.
typedef struct {
  /// Its place in the tree's order.
  uint32_t place;
  uint32_t start, feature, part;
  /// One bit for every segment that may be the nearest.
  uint16_t nearest;
  uint8_t segments, dimension, extent;
  /// On which side of a ring the place is.
  uint8_t side;
} meridian_near_run;

/// The way from the world to the glass, seen straight down (see FlatView.swift).
typedef struct {
  double origin_x, origin_y, world_size, cosine, sine, middle_x, middle_y, tap_x, tap_y;
} meridian_glass;

/// A square of the world: what is farther from (x, y) than `reach` along either axis is outside.
typedef struct {
  double x, y, reach;
} meridian_square;

/// The tap's normal distribution N(0, σ²) in what is asked of it: 1/(σ·√2) along a line; across it,
/// with the variance v its width is smeared into, 1/2v and the density's factor 1/√(2πv); and the
/// distance in points up to which it counts.
typedef struct {
  double along, across, density, reach;
} meridian_normal;

/// The neighborhood of a place in a tree's frame.
typedef struct {
  /// East–west distances count times `scale`.
  float x, y, scale;
  /// The square of the distance beyond which nothing is looked for.
  float limit;
  /// How far a distance of the frame may be off; where only the nearest of all is looked for, else
  /// negative.
  float slack;
} meridian_neighborhood;

/// A window in a tree's frame: rounded outward, and so much smaller that what meets it, or lies
/// within it, does so before anything was rounded.
typedef struct {
  float min_x, min_y, max_x, max_y;
} meridian_rectangle;

typedef struct {
  meridian_rectangle outer, sure;
} meridian_window;

/// One bit for each of a node's boxes that may share a point with a window, that shares one for
/// certain, and that lies wholly within it.
typedef struct {
  uint16_t met, certain, within;
} meridian_met_boxes;

/// The kernels for one kind of processor. A node is sixteen boxes: minX ×16, minY ×16, maxX ×16,
/// maxY ×16.
typedef struct {
  /// Looks at `count` nodes of one level, by their numbers; those from `end` on are none. Writes
  /// the number of every child whose box meets the disc, and gives back how many that are, at most
  /// 16 · `count`. Children are asked for from memory: `below` are the nodes of their level, and
  /// `slabs` their slabs when they are leaves, else null.
  int32_t (*open_nodes)(
      const float *nodes, const uint32_t *numbers, int32_t count, uint32_t end, meridian_disc disc,
      const float *below, const uint8_t *slabs, uint32_t *children);

  /// Looks at leaves and their slabs (64 bytes a leaf, see RunSlabs.swift; null for none) in the
  /// same way; writes the places of what meets the disc with its box and its slab.
  int32_t (*open_leaves)(
      const float *nodes, const uint8_t *slabs, const uint32_t *numbers, int32_t count,
      uint32_t end, meridian_disc disc, uint32_t *places);

  /// Writes the square of how near whatever is in each of a node's boxes, and in its slab where
  /// there are slabs, comes to a place at most; gives back one bit for each that is within the
  /// limit. Where only the nearest of all is looked for, the limit is lowered first to where one of
  /// the boxes has something for certain.
  uint32_t (*measure_boxes)(
      const float *node, const uint8_t *slabs, meridian_neighborhood *around, float *squares);

  /// What of a node's boxes a window meets.
  meridian_met_boxes (*meet_window)(const float *node, const meridian_window *window);

  /// Looks at the ink of runs in whole numbers; writes those that may be within reach of the place,
  /// or their polygon around it, and points, which have no ink, whatever they are.
  int32_t (*sift_runs)(
      const meridian_runs *runs, const meridian_finger *finger, const uint32_t *places,
      int32_t count, meridian_near_run *near);

  /// Gathers those of the `count` segments between vertices of the world (x, y, x, y, …) that may
  /// reach into a square, after the `gathered` ones there are, and their numbers; gives back how
  /// many there are then. A block is eight segments: their starts' x, starts' y, ends' x, ends' y.
  int32_t (*gather_line)(
      const double *vertices, int32_t count, meridian_square square, int32_t gathered,
      double *blocks, int32_t *numbers);

  /// Sees gathered segments and writes over each its mass, 0 beyond the distribution's reach, its
  /// distance, and the x and y of its nearest place. The same numbers on every kind of processor.
  void (*see_segments)(
      double *blocks, int32_t count, const meridian_glass *glass, const meridian_normal *normal);

  /// The mass of one segment on the glass, as seen from the tap: what `see_segments` writes for it.
  double (*segment_mass)(
      double ax, double ay, double bx, double by, const meridian_normal *normal);
} meridian_kernel_set;

extern const meridian_kernel_set *meridian_chosen_kernels;

/// The fastest kernels that this processor runs; chosen before `main`.
static inline const meridian_kernel_set *meridian_kernels(void) { return meridian_chosen_kernels; }

/// The kernels of the `number`-th kind, slowest first; null for those that this processor does not
/// run, and from the last kind on.
const meridian_kernel_set *meridian_kernels_of(int32_t number);

// MARK: - Memory

/// Asks for a cache line before it is needed.
static inline void meridian_prefetch(const void *address) { __builtin_prefetch(address); }

/// Asks for the large pages of the processor, 2 MiB each, behind memory that was just allocated and
/// not yet written; nothing where the system has none to give.
void meridian_use_large_pages(void *start, uint64_t bytes);

#endif
