"""What every peer in Python shares: taps, and the lines it speaks.

The program is given the stem of a data set's files. It says "ready TITLE" once it has loaded, or
"absent WHY"; then every line "WORD REACH COUNT" is answered with "SECONDS HITS IDSUM", the processor
seconds for the first COUNT taps, or with "no". A batch is timed by the wall's clock, on all cores.
See OutsideContestant.swift.
"""

import os
import sys
import time


def absent(why):
    print("absent", str(why).replace("\n", " ")[:200], flush=True)
    sys.exit(0)


def stem():
    return sys.argv[1]


def name():
    return os.path.basename(stem())


def read_taps():
    import numpy

    return numpy.fromfile(stem() + ".taps", "<f8").reshape(-1, 4)


def read_features(crs):
    """The geometries of the flat file in a reference system, as shapely has them, by their ids."""
    import sqlite3

    import shapely

    blobs = []
    rows = sqlite3.connect(f"file:{stem()}.{crs}.gpkg?mode=ro", uri=True)
    heads = [8, 40, 56, 56, 72]
    for (blob,) in rows.execute("SELECT geom FROM features ORDER BY fid"):
        blobs.append(blob[heads[(blob[3] >> 1) & 7]:])
    return shapely.from_wkb(blobs)


def quiet(body):
    """Runs a body with what it prints going to standard error."""
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        return body()
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)


def answer_lines(
        title, singles, batches, clock=time.process_time, batch_clock=time.perf_counter):
    """Answers until the input ends.

    `singles` has a function of a tap's number and the reach for every word, `batches` one of the
    count and the reach; both give ids counted from 1.
    """
    print("ready", title, flush=True)
    for line in sys.stdin:
        word, reach, count = line.split()
        reach, count = float(reach), int(count)
        hits = ids = 0
        if word in singles:
            ask = singles[word]
            start = clock()
            for number in range(count):
                found = ask(number, reach)
                hits += len(found)
                ids += int(sum(found))
            seconds = clock() - start
        elif word in batches:
            start = batch_clock()
            found = batches[word](count, reach)
            hits, ids = len(found), int(found.sum())
            seconds = batch_clock() - start
        else:
            print("no", flush=True)
            continue
        print(f"{seconds:.9f} {hits} {ids}", flush=True)
