"""Taps as JSON lines in and out, the way one writes it with shapely: a file, a tree, a loop."""

import json
import sqlite3
import sys

import numpy
import shapely

heads = [8, 40, 56, 56, 72]
rows = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
names, blobs = [], []
for table in ["buildings", "streets", "deaths", "pumps"]:
    for fid, blob in rows.execute(f"SELECT fid, geom FROM {table} ORDER BY fid"):
        names.append((table, fid))
        blobs.append(blob[heads[(blob[3] >> 1) & 7]:])


def meters(places):
    places = numpy.radians(places)
    return 6378137 * numpy.stack(
        [places[:, 0], numpy.log(numpy.tan(numpy.pi / 4 + places[:, 1] / 2))], 1)


features = shapely.transform(shapely.from_wkb(blobs), meters)
shapely.prepare(features)
tree = shapely.STRtree(features)
for line in sys.stdin:
    tap = json.loads(line)
    point = shapely.points(meters(numpy.array([tap["at"]])))[0]
    scale = 40075016.685578488 / (512 * 2 ** tap["zoom"])
    found = tree.query(point, "dwithin", 22 * scale)
    distances = shapely.distance(features[found], point) / scale
    hits = [
        {"layer": names[found[k]][0], "fid": names[found[k]][1], "rank": rank + 1,
         "distancePt": distances[k]}
        for rank, k in enumerate(numpy.argsort(distances))]
    print(json.dumps({"id": tap["id"], "ground": tap["at"], "hits": hits}))
