// What the kernels' files share. Each kernel is written once, in vectors of eight and sixteen lanes,
// and compiled for several kinds of processors; a compiler makes shorter ones of them where the
// processor has no such wide ones. All functions that take vectors are inlined, so how vectors are
// handed over does not matter.
#ifndef MERIDIAN_KINDS_H
#define MERIDIAN_KINDS_H

#include "CKernels.h"

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#define EACH_KIND(define)                                                                          \
  define(portable, )                                                                               \
  define(avx2, __attribute__((target("avx2,fma,bmi"))))                                            \
  define(avx512, __attribute__((target("avx2,fma,bmi,avx512f,avx512bw,avx512dq,avx512vl"))))
#else
#define EACH_KIND(define) define(portable, )
#endif

#define DECLARE(kind, features)                                                                    \
  int32_t open_nodes_##kind(                                                                       \
      const float *, const uint32_t *, int32_t, uint32_t, meridian_disc, const float *,            \
      const uint8_t *, uint32_t *);                                                                \
  int32_t open_leaves_##kind(                                                                      \
      const float *, const uint8_t *, const uint32_t *, int32_t, uint32_t, meridian_disc,          \
      uint32_t *);                                                                                 \
  uint32_t measure_boxes_##kind(                                                                   \
      const float *, const uint8_t *, meridian_neighborhood *, float *);                           \
  meridian_met_boxes meet_window_##kind(const float *, const meridian_window *);                   \
  int32_t sift_runs_##kind(                                                                        \
      const meridian_runs *, const meridian_finger *, const uint32_t *, int32_t,                   \
      meridian_near_run *);                                                                        \
  int32_t gather_line_##kind(                                                                      \
      const double *, int32_t, meridian_square, int32_t, double *, int32_t *);                     \
  void see_segments_##kind(                                                                        \
      double *, int32_t, const meridian_glass *, const meridian_normal *);                         \
  double segment_mass_##kind(double, double, double, double, const meridian_normal *);

EACH_KIND(DECLARE)

#endif
