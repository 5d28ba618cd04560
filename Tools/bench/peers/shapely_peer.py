"""shapely: its STRtree with vectorized predicates, the way its users write it."""

from concurrent.futures import ThreadPoolExecutor

import peer

try:
    import numpy
    import shapely
except ImportError as error:
    peer.absent(f"shapely is not installed ({error})")


features = peer.read_features(3857)
tree = shapely.STRtree(features)
taps = peer.read_taps()
x, y = taps[:, 2], taps[:, 3]
points = shapely.points(x, y)
large = shapely.get_num_coordinates(features) > 48
areas = shapely.get_dimensions(features) == 2
shapely.prepare(features[large])
tree.query(points[0])


def tap(number, reach):
    window = shapely.box(x[number] - reach, y[number] - reach, x[number] + reach, y[number] + reach)
    found = tree.query(window)
    if not len(found):
        return found
    found = found[shapely.dwithin(features[found], points[number], reach)]
    if len(found) > 1:
        found = found[numpy.argsort(shapely.distance(features[found], points[number]))]
    return found + 1


def containing(number, reach):
    found = tree.query(points[number])
    found = found[areas[found]]
    return found[shapely.intersects_xy(features[found], x[number], y[number])] + 1


def nearest(number, reach):
    return numpy.atleast_1d(tree.nearest(points[number])) + 1


def window(number, reach):
    return tree.query(
        shapely.box(x[number] - reach, y[number] - reach, x[number] + reach, y[number] + reach)) + 1


def batch(count, reach):
    # The library lets go of the interpreter's lock, so threads share the work.
    chunks = numpy.array_split(points[:count], 16)
    with ThreadPoolExecutor(2) as pool:
        parts = pool.map(lambda chunk: tree.query(chunk, "dwithin", reach)[1], chunks)
        return numpy.concatenate(list(parts)) + 1


peer.answer_lines(
    f"shapely {shapely.__version__}",
    {"tap": tap, "containing": containing, "nearest": nearest, "window": window},
    {"batch": batch} if peer.name() != "shorelines" else {})
