"""PostGIS in a server of its own, made for the occasion in a folder beside the data.

Seconds are the client's and the server process' together. PostgreSQL refuses to run as root; then
it runs as the user nobody, or as the one POSTGRES_USER names.
"""

import atexit
import glob
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

import peer

try:
    import psycopg
except ImportError as error:
    peer.absent(f"psycopg is not installed ({error})")

programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
if not programs or not glob.glob("/usr/share/postgresql/*/extension/postgis.control"):
    peer.absent("PostgreSQL with PostGIS is not installed")
folder = tempfile.mkdtemp(prefix="postgis-")
prefix = []
if os.getuid() == 0:
    user = os.environ.get("POSTGRES_USER", "nobody")
    shutil.chown(folder, user)
    prefix = ["setpriv", "--reuid", user, "--clear-groups"]


def run(*words):
    subprocess.run(prefix + list(words), check=True, stdout=sys.stderr, cwd=folder)


def stop():
    subprocess.run(
        prefix + [programs[-1] + "/pg_ctl", "-D", folder + "/data", "-m", "immediate", "stop"],
        stdout=sys.stderr, stderr=subprocess.DEVNULL, cwd=folder)
    shutil.rmtree(folder, ignore_errors=True)


atexit.register(stop)
settings = (
    f"-k {folder} -h '' -c shared_buffers=1GB -c fsync=off -c jit=off "
    "-c max_parallel_workers_per_gather=0 -c work_mem=256MB")
try:
    run(programs[-1] + "/initdb", "-D", folder + "/data", "-U", "bench", "-A", "trust")
    run(programs[-1] + "/pg_ctl", "-D", folder + "/data", "-w", "-l", folder + "/log", "-o",
        settings, "start")
    connection = psycopg.connect(f"host={folder} user=bench dbname=postgres", autocommit=True)
    cursor = connection.cursor()
    cursor.execute("CREATE EXTENSION postgis")
    cursor.execute("CREATE TABLE features (fid int PRIMARY KEY, kind int, geom geometry)")
except (OSError, subprocess.CalledProcessError, psycopg.Error) as error:
    peer.absent(f"PostgreSQL does not start ({error})")
heads = [8, 40, 56, 56, 72]
with cursor.copy("COPY features FROM STDIN") as copy:
    rows = sqlite3.connect(f"file:{peer.stem()}.3857.gpkg?mode=ro", uri=True)
    for fid, kind, blob in rows.execute("SELECT fid, kind, geom FROM features ORDER BY fid"):
        copy.write_row((fid, kind, blob[heads[(blob[3] >> 1) & 7]:].hex()))
cursor.execute("CREATE INDEX ON features USING gist (geom)")
cursor.execute("ANALYZE features")
(version,) = cursor.execute("SELECT postgis_lib_version()").fetchone()
taps = peer.read_taps()
ticks = os.sysconf("SC_CLK_TCK")
server = connection.info.backend_pid


def clock():
    fields = open(f"/proc/{server}/stat").read().rsplit(")", 1)[1].split()
    return time.process_time() + (int(fields[11]) + int(fields[12])) / ticks


def ask(sql, words):
    def answer(number, reach):
        place = {"x": float(taps[number, 2]), "y": float(taps[number, 3]), "r": reach}
        values = [place[word] for word in words]
        return [row[0] for row in cursor.execute(sql, values, prepare=True).fetchall()]
    return answer


point = "ST_MakePoint(%s, %s)"
peer.answer_lines(
    f"PostGIS {version}",
    {
        "tap": ask(
            f"SELECT fid, ST_Distance(geom, {point}) AS d FROM features "
            f"WHERE ST_DWithin(geom, {point}, %s) ORDER BY d", "xyxyr"),
        "containing": ask(
            f"SELECT fid FROM features WHERE kind = 0 AND ST_Intersects(geom, {point})", "xy"),
        "nearest": ask(f"SELECT fid FROM features ORDER BY geom <-> {point} LIMIT 1", "xy"),
        "window": ask(
            f"SELECT fid FROM features WHERE geom && ST_Expand({point}, %s)", "xyr"),
    }, {}, clock)
