// What every peer in C++ shares: taps, well-known binary, and the lines it speaks.
//
// The program is given the stem of a data set's files. It says "ready TITLE" once it has loaded, or
// "absent WHY"; then every line "WORD REACH COUNT" is answered with "SECONDS HITS IDSUM", the
// processor seconds for the first COUNT taps, or with "no". See OutsideContestant.swift.
#pragma once
#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace peer {

struct Place {
  double longitude, latitude, x, y;
};

struct Sums {
  long hits = 0, ids = 0;
};

inline double processorSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

[[noreturn]] inline void absent(const std::string &why) {
  printf("absent %s\n", why.c_str());
  fflush(stdout);
  exit(0);
}

inline std::vector<Place> readTaps(const std::string &stem) {
  FILE *file = fopen((stem + ".taps").c_str(), "rb");
  if (!file) absent("the taps of " + stem + " cannot be read");
  std::vector<Place> taps;
  Place tap;
  while (fread(&tap, sizeof tap, 1, file) == 1) taps.push_back(tap);
  fclose(file);
  return taps;
}

/// Visits all features of a flat file: id, well-known binary.
inline void forEachFeature(
    const std::string &path, const std::function<void(int64_t, const uint8_t *, int)> &body) {
  sqlite3 *database = nullptr;
  sqlite3_stmt *rows = nullptr;
  if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK ||
      sqlite3_prepare_v2(
          database, "SELECT fid, geom FROM features ORDER BY fid", -1, &rows, nullptr) != SQLITE_OK)
    absent(path + " cannot be read");
  while (sqlite3_step(rows) == SQLITE_ROW) {
    auto bytes = static_cast<const uint8_t *>(sqlite3_column_blob(rows, 1));
    int count = sqlite3_column_bytes(rows, 1);
    static const int envelopes[8] = {0, 32, 48, 48, 64, 0, 0, 0};
    int head = 8 + envelopes[(bytes[3] >> 1) & 7];
    body(sqlite3_column_int64(rows, 0), bytes + head, count - head);
  }
  sqlite3_finalize(rows);
  sqlite3_close(database);
}

/// One question: adds what it finds to the sums.
using Question = std::function<void(const Place &, double reach, Sums &)>;

/// Answers lines until the input ends; `find` gives the question behind a word, or nothing.
inline void answerLines(
    const std::string &title, const std::vector<Place> &taps,
    const std::function<Question(const std::string &)> &find) {
  printf("ready %s\n", title.c_str());
  fflush(stdout);
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    char word[64];
    double reach;
    long count;
    Question question;
    if (sscanf(line, "%63s %lf %ld", word, &reach, &count) == 3) question = find(word);
    if (question) {
      Sums sums;
      double start = processorSeconds();
      for (long number = 0; number < std::min<long>(count, taps.size()); number++)
        question(taps[number], reach, sums);
      printf("%.9f %ld %ld\n", processorSeconds() - start, sums.hits, sums.ids);
    } else {
      puts("no");
    }
    fflush(stdout);
  }
}

}  // namespace peer
