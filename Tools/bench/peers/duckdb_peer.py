"""DuckDB with its spatial extension: joins of all taps; a tap alone costs it milliseconds."""

import glob
import os

import peer

try:
    import duckdb
    import duckdb_extension_spatial
    import pyarrow
except ImportError as error:
    peer.absent(f"DuckDB or its spatial extension is not installed ({error})")

database = duckdb.connect(config={"allow_unsigned_extensions": "true"})
folder = os.path.dirname(duckdb_extension_spatial.__file__)
extension = glob.glob(folder + "/extensions/*/spatial.duckdb_extension")
if not extension:
    peer.absent("DuckDB's spatial extension is not in its package")
try:
    database.execute(f"LOAD '{extension[0]}'")
except duckdb.Error as error:
    peer.absent(error)
database.execute("SET threads = 2")
database.execute(
    "CREATE TABLE features AS SELECT (row_number() OVER ())::BIGINT AS fid, kind, geom "
    f"FROM ST_Read('{peer.stem()}.3857.gpkg')")
database.execute("CREATE INDEX boxes ON features USING RTREE (geom)")
taps = peer.read_taps()
database.register(
    "numbers", pyarrow.table({"i": range(len(taps)), "x": taps[:, 2], "y": taps[:, 3]}))
database.execute("CREATE TABLE taps AS SELECT i, ST_Point(x, y) AS place FROM numbers")


def join(condition):
    return lambda count, reach: database.execute(
        "SELECT f.fid FROM taps t JOIN features f ON " + condition.format(reach=repr(reach))
        + f" WHERE t.i < {count}").fetchnumpy()["fid"]


def tap(number, reach):
    x, y = float(taps[number, 2]), float(taps[number, 3])
    rows = database.execute(
        f"SELECT fid, ST_Distance(geom, ST_Point({x!r}, {y!r})) AS d FROM features WHERE "
        f"ST_Intersects(geom, ST_MakeEnvelope({x - reach!r}, {y - reach!r}, {x + reach!r}, "
        f"{y + reach!r})) AND d <= {reach!r} ORDER BY d").fetchall()
    return [row[0] for row in rows]


peer.answer_lines(
    f"DuckDB {duckdb.__version__}", {"tap": tap},
    {"batch": join("ST_DWithin(t.place, f.geom, {reach})")} if peer.name() != "shorelines" else {})
