"""SedonaDB: joins of all taps; it has no index that outlives a question."""

import sqlite3

import peer

try:
    import geoarrow.pyarrow  # noqa: F401, what its tables need
    import pandas
    import pyarrow
    import sedonadb
    from importlib.metadata import version
except ImportError as error:
    peer.absent(f"SedonaDB is not installed ({error})")

session = sedonadb.connect()
heads = [8, 40, 56, 56, 72]
rows = sqlite3.connect(f"file:{peer.stem()}.3857.gpkg?mode=ro", uri=True)
ids, blobs = [], []
for fid, blob in rows.execute("SELECT fid, geom FROM features ORDER BY fid"):
    ids.append(fid)
    blobs.append(blob[heads[(blob[3] >> 1) & 7]:])
taps = peer.read_taps()


def load():
    session.create_data_frame(
        pyarrow.table({"fid": ids, "wkb": pyarrow.array(blobs, pyarrow.binary())})
    ).to_view("bytes")
    session.sql("SELECT fid, ST_GeomFromWKB(wkb) AS geometry FROM bytes").to_memtable().to_view(
        "features")
    session.create_data_frame(
        pandas.DataFrame({"i": range(len(taps)), "x": taps[:, 2], "y": taps[:, 3]})
    ).to_view("numbers")
    session.sql("SELECT i, ST_Point(x, y) AS place FROM numbers").to_memtable().to_view("taps")


try:
    peer.quiet(load)
except Exception as error:  # whatever it cannot do on this machine
    peer.absent(error)


def batch(count, reach):
    return session.sql(
        f"SELECT f.fid FROM (SELECT * FROM taps WHERE i < {count}) t JOIN features f "
        f"ON ST_DWithin(t.place, f.geometry, {reach!r})").to_pandas()["fid"].values


peer.answer_lines(
    f"SedonaDB {version('sedonadb')}", {}, {"batch": batch} if peer.name() != "shorelines" else {})
