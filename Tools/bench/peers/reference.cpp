// The C++ reference (a packed Hilbert R-tree over runs of segments) as a contestant. Its source is
// not part of the repository: it is compiled from where REFERENCE says it is.
#include "peer.hpp"

#define main reference_main
#include REFERENCE
#undef main

int main(int count, char **words) {
  if (count < 2) return 2;
  std::string stem = words[1];
  auto taps = peer::readTaps(stem);
  build(stem + ".3857.gpkg");
  build2();
  std::vector<Hit> hits;
  std::vector<W> work;
  std::vector<QE> heap;
  std::vector<u32> found;

  peer::Question tap = [&](const peer::Place &place, double reach, peer::Sums &sums) {
    Bench bench;
    tap2(place.x, place.y, reach, hits, work, bench);
    sums.hits += bench.hits;
    sums.ids += bench.idsum;
  };
  peer::Question containing = [&](const peer::Place &place, double, peer::Sums &sums) {
    Bench bench;
    pip(place.x, place.y, bench);
    sums.hits += bench.hits;
    sums.ids += bench.idsum;
  };
  peer::Question nearest = [&](const peer::Place &place, double, peer::Sums &sums) {
    sums.hits++;
    sums.ids += fid[nearest2(place.x, place.y, heap)];
  };
  peer::Question window = [&](const peer::Place &place, double reach, peer::Sums &sums) {
    found.clear();
    double west = place.x - reach, south = place.y - reach;
    double east = place.x + reach, north = place.y + reach;
    ft.window(
        west, south, east, north,
        [&](u64 entry) {
          const Box &box = ftbox[entry];
          if (box.a <= east && box.c >= west && box.b <= north && box.d >= south)
            found.push_back(ft.item[entry]);
        },
        [&](u64 from, u64 to) {
          found.insert(found.end(), &ft.item[from], &ft.item[0] + to);
        });
    sums.hits += found.size();
    for (u32 feature : found) sums.ids += feature + 1;
  };
  peer::answerLines("C++ reference", taps, [&](const std::string &word) -> peer::Question {
    if (word == "tap") return tap;
    if (word == "containing") return containing;
    if (word == "nearest") return nearest;
    if (word == "window") return window;
    return nullptr;
  });
}
