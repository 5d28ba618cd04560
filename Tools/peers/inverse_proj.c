// Distances by PROJ's geod_inverse on one core, beside `meridian measure inverse - --in f64`.
//
// usage: inverse_proj <pairs.f64 >answers.f64     (lon, lat, lon, lat in; length, azimuths out)
// build: cc -O2 -o inverse_proj inverse_proj.c -lproj -lm
//
// Reads and writes in blocks as any filter would; says on standard error how long solving alone
// took, without reading and writing.
#include <geodesic.h>
#include <stdio.h>
#include <time.h>

enum { pairs_in_block = 4096 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(void) {
  static double pairs[pairs_in_block][4], answers[pairs_in_block][3];
  struct geod_geodesic earth;
  geod_init(&earth, 6378137, 1 / 298.257223563);
  double solving = 0;
  size_t count, all = 0;
  while ((count = fread(pairs, sizeof pairs[0], pairs_in_block, stdin)) > 0) {
    double start = seconds();
    for (size_t i = 0; i < count; i++) {
      const double *pair = pairs[i];
      double length, azimuth, end;
      geod_inverse(&earth, pair[1], pair[0], pair[3], pair[2], &length, &azimuth, &end);
      answers[i][0] = length;
      answers[i][1] = azimuth;
      answers[i][2] = end > 0 ? end - 180 : end + 180;
    }
    solving += seconds() - start;
    all += count;
    if (fwrite(answers, sizeof answers[0], count, stdout) != count) return 1;
  }
  fprintf(stderr, "%zu pairs, %.3f s solving, %.0f pairs/s\n", all, solving,
          solving > 0 ? (double)all / solving : 0);
  return ferror(stdin) ? 1 : 0;
}
