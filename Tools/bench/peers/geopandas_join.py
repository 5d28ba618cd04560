"""geopandas: its spatial join of points with polygons, both in longitude and latitude."""

import time

import peer

try:
    import geopandas
    import numpy
    import shapely
except ImportError as error:
    peer.absent(f"geopandas is not installed ({error})")


areas = peer.read_features(4326)
taps = peer.read_taps()
ids = numpy.arange(1, len(areas) + 1)
areas = geopandas.GeoDataFrame({"fid": ids}, geometry=areas, crs=4326)
areas.sindex  # loading and indexing are no part of the join
points = geopandas.GeoDataFrame(geometry=shapely.points(taps[:, 0], taps[:, 1]), crs=4326)


def containing(count, reach):
    return geopandas.sjoin(points[:count], areas, predicate="intersects")["fid"].to_numpy()


peer.answer_lines(
    f"geopandas {geopandas.__version__}", {}, {"containing": containing},
    batch_clock=time.process_time)
