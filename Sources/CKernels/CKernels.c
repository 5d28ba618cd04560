#include "Kinds.h"

#define KERNELS(kind, features)                                                                    \
  static const meridian_kernel_set kind = {                                                        \
    open_nodes_##kind, open_leaves_##kind, measure_boxes_##kind, meet_window_##kind,               \
    sift_runs_##kind, gather_line_##kind, see_segments_##kind, segment_mass_##kind                 \
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
