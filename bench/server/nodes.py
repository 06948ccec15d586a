"""Throughput of one to three nodes that share one PostgreSQL: `python3 bench/server/nodes.py`.

Runs one, two and three servers in turn, twice, with the same total number of tables, one load generator per node, and
one move in flight at each table. PostgreSQL and the load share this machine's cores with the servers, so throughput
grows only as far as there are cores: compare the CPU time per move. Needs PostgreSQL's programs; as root they run as
`postgres`.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.request

from run import BINARY, LOAD, QUIET, ROOT, cpu_times, free_port, head, numbers, row


def programs():
    """The folder of PostgreSQL's programs."""
    found = shutil.which("initdb")
    places = [pathlib.Path(found).parent] if found else sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
    if not places:
        raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
    return places[-1]


class Database:
    """A PostgreSQL in a folder of its own, with every commit on disk."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp()
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        if user:
            shutil.chown(self.folder, "postgres")
        data = f"{self.folder}/data"
        words = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "-D", data]
        subprocess.run([*user, programs() / "initdb", *words], check=True, **QUIET)
        words = ["-D", data, "-k", self.folder, "-c", "listen_addresses="]
        self.process = subprocess.Popen([*user, programs() / "postgres", *words], **QUIET)
        self.url = f"postgres://postgres@{self.folder.replace('/', '%2F')}/postgres"
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Node:
    """One of the servers."""

    def __init__(self, database):
        self.port = free_port()
        words = ["serve", "--limits", "off", "--listen", f"127.0.0.1:{self.port}", "--store", database.url]
        self.process = subprocess.Popen([BINARY, *words], **QUIET)
        for _ in range(200):
            if self.is_ready():
                return
            if self.process.poll() is not None:  # The database was not ready yet.
                self.process = subprocess.Popen([BINARY, *words], **QUIET)
            time.sleep(0.1)
        raise SystemExit("a node does not start")

    def is_ready(self):
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz").status == 200
        except OSError:
            return False

    def spent(self):
        """Seconds of CPU so far."""
        return sum(cpu_times(pathlib.Path(f"/proc/{self.process.pid}/stat"))[1])

    def load(self, tables, seconds):
        words = [LOAD, f"127.0.0.1:{self.port}", str(tables), str(seconds)]
        load = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if load.stdout.readline().strip() != "seated":
            raise SystemExit("the load failed")
        return load


def measure(count, asked):
    with Database() as database:
        nodes = [Node(database) for _ in range(count)]
        loads = [node.load(asked.tables // count, asked.seconds) for node in nodes]
        before = sum(node.spent() for node in nodes)
        for load in loads:
            load.stdin.write("\n")
            load.stdin.flush()
        found = [numbers(load.stdout.readline()) for load in loads]
        spent = sum(node.spent() for node in nodes) - before
        for load, node in zip(loads, nodes):
            load.wait()
            node.process.terminate()
            node.process.wait()
    moves = sum(one["moves"] for one in found)
    rate = sum(one["moves_per_second"] for one in found)
    row(count, f"{rate:.0f}", max(one["p50_ms"] for one in found), max(one["p99_ms"] for one in found), f"{spent / moves * 1e6:.0f}")


def main():
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("--tables", type=int, default=240)
    asking.add_argument("--seconds", type=float, default=10)
    asking.add_argument("--rounds", type=int, default=2)
    asked = asking.parse_args()
    subprocess.run(["cargo", "build", "--release", "-p", "lastcard"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "-p", "lastcard-test-client", "--example", "load"], cwd=ROOT, check=True)
    print(f"Load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")
    head("nodes", "moves a second", "slowest p50 ms", "slowest p99 ms", "CPU µs of the nodes a move")
    for _ in range(asked.rounds):
        for count in (1, 2, 3):
            measure(count, asked)


if __name__ == "__main__":
    main()
