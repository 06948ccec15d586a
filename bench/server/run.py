"""Measures the server: `python3 bench/server/run.py`.

1. Flat out: tables of two with one move in flight at each, on Lastcard, boardgame.io and Colyseus in turn, twice.
   Latency is from one seat's send to the *other* seat's update. Lastcard writes every move to disk before it tells
   anybody; the other two keep theirs in memory, and a move there increments a number and has no rules.
2. Where Lastcard's CPU time goes during that.
3. Steady: a thousand tables, one move per second at each.
4. Memory: two thousand idle tables with two sockets each.

The server runs on the first core, the load on the second. Without node and npm the comparison is left out. On a machine
that also does other work, compare figures only within one run.
"""

import argparse
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILT = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release"
BINARY, LOAD = BUILT / "lastcard", BUILT / "examples/load"
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
SERVERS = {
    "lastcard": [str(BINARY), "serve", "--limits", "off", "--listen", "127.0.0.1:PORT", "--data", "DATA"],
    "boardgame.io": ["node", "boardgameio-server.js", "PORT"],
    "colyseus": ["node", "colyseus-server.js", "PORT"],
}
LOADS = {
    "lastcard": [str(LOAD), "127.0.0.1:PORT"],
    "boardgame.io": ["node", "boardgameio-load.js", "PORT"],
    "colyseus": ["node", "colyseus-load.js", "PORT"],
}
TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def reachable(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", int(port))) == 0


class Server:
    """A server of its own for one measurement."""

    def __init__(self, name):
        self.name, self.port, self.data = name, free_port(), tempfile.mkdtemp()

    def words(self, words):
        return [word.replace("PORT", self.port).replace("DATA", self.data) for word in words]

    def __enter__(self):
        words = ["taskset", "-c", "0", *self.words(SERVERS[self.name])]
        self.process = subprocess.Popen(words, cwd=HERE, **QUIET)
        for _ in range(200):
            if reachable(self.port):
                return self
            time.sleep(0.1)
        raise SystemExit(f"{self.name} does not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.data, ignore_errors=True)

    def threads(self):
        """Seconds of work by thread: for itself, and inside the system."""
        spent = {}
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            name, fields = (task / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
            fields = fields.split()
            own, system = spent.get(name, (0, 0))
            spent[name] = (own + int(fields[11]) / TICKS, system + int(fields[12]) / TICKS)
        return spent

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

    def figures(self):
        text = urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics").read().decode()
        return {name: float(value) for name, value in re.findall(r"^lastcard_(\w+) ([\d.]+)$", text, re.M)}

    def load(self, *words):
        """Begins a load and returns it once everyone is seated."""
        words = ["taskset", "-c", "1", *self.words(LOADS[self.name]), *words]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        load = subprocess.Popen(words, cwd=HERE, text=True, **pipes)
        if load.stdout.readline().strip() != "seated":
            raise SystemExit(f"the load for {self.name} failed")
        return load


def begin(load):
    """Ours waits for a line when everyone is seated; the others have begun already and read nothing."""
    load.stdin.write("\n")
    load.stdin.flush()


def numbers(line):
    return {name: float(value) for name, value in re.findall(r"(\w+)=([\d.]+)", line)}


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def head(*cells):
    print()
    row(*cells)
    row(*["---"] * len(cells))


def measure(name, tables, seconds, *pace):
    """The figures of one load, and where the time went."""
    with Server(name) as server:
        load = server.load(str(tables), str(seconds), *pace)
        before, counted = server.threads(), server.figures() if name == "lastcard" else {}
        begin(load)  # From here on this program does nothing: both cores are taken.
        found = numbers(load.stdout.readline())
        after = server.threads()
        counts = server.figures() if name == "lastcard" else {}
        load.wait()
    found["counts"] = {key: counts[key] - counted[key] for key in counts}
    found["threads"] = {
        key: tuple(now - then for now, then in zip(after[key], before.get(key, (0, 0)))) for key in after
    }
    found["cpu"] = sum(map(sum, found["threads"].values()))
    return found


def flat_out(asked, names):
    runs = {name: [] for name in names}
    head("server", "moves a second", "p50 ms", "p99 ms", "server CPU µs a move")
    for _ in range(asked.rounds):
        for name in names:
            found = measure(name, asked.tables, asked.seconds)
            runs[name].append(found)
            each = found["cpu"] / found["moves"] * 1e6
            row(name, f"{found['moves_per_second']:.0f}", found["p50_ms"], found["p99_ms"], f"{each:.0f}")
    print("\nThe middle of", asked.rounds, "runs at", asked.tables, "tables:")
    rates = {name: statistics.median(run["moves_per_second"] for run in runs[name]) for name in names}
    head("server", "moves a second", "lastcard makes so many times that")
    for name in names:
        row(name, f"{rates[name]:.0f}", f"{rates['lastcard'] / rates[name]:.2f}")
    return runs["lastcard"][-1]


def shares(run, seconds):
    """Where the core's time went; waiting for the disk is no work, but somebody waits."""
    writer = run["threads"].get("log-writer", (0, 0))
    others = [times for name, times in run["threads"].items() if name != "log-writer"]
    own, system = sum(times[0] for times in others), sum(times[1] for times in others)
    counts = run["counts"]
    rules = counts["command_duration_seconds_sum"]
    # The time inside rooms is that of the wall: where other programs work as well, it is too long.
    flush = counts["commit_duration_seconds_sum"] - sum(writer)
    head("what", "share of the core", "µs a move")
    for what, spent in [
        ("sockets, inside the system", system),
        ("sockets, frames and the rest of the program", max(own - rules, 0)),
        ("rooms: rules, hashes, what each viewer is told", rules),
        ("SQLite", writer[0]),
        ("SQLite, inside the system: writing and flushing", writer[1]),
        ("waiting for the disk, beside other work", max(flush, 0)),
    ]:
        row(what, f"{spent / seconds:.0%}", f"{spent / run['moves'] * 1e6:.1f}")
    each = counts["writes_total"] / max(counts["commit_duration_seconds_count"], 1)
    print(f"\n{each:.1f} writes per flush, {counts['commit_duration_seconds_count'] / seconds:.0f} flushes per second.")


def steady(asked):
    found = measure("lastcard", asked.steady, asked.seconds, "1")
    head("tables", "moves a second", "p50 ms", "p99 ms", "p99.9 ms", "share of the core")
    share = f"{found['cpu'] / asked.seconds:.0%}"
    row(asked.steady, f"{found['moves_per_second']:.0f}", found["p50_ms"], found["p99_ms"], found["p999_ms"], share)


def memory(asked):
    head("what", "MiB", "KiB a table with its two sockets")
    with Server("lastcard") as server:
        empty = server.memory()
        line = lambda what: row(what, f"{server.memory() / 1024:.1f}", f"{(server.memory() - empty) / asked.idle:.1f}")
        row("nobody there", f"{empty / 1024:.1f}", "")
        load = server.load(str(asked.idle), "idle", str(asked.rest + 15))
        begin(load)
        time.sleep(1)
        line("two at each table, a match begun")
        time.sleep(asked.rest)
        line(f"{asked.rest} seconds later, the tables at rest")
        load.wait()
        time.sleep(3)
        line("everyone gone; what is free is kept for the next")
        load = server.load(str(asked.idle), "idle", "2")
        begin(load)
        time.sleep(1)
        line("as many again at new tables")
        load.wait()


def main():
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("--tables", type=int, default=200)
    asking.add_argument("--seconds", type=float, default=10)
    asking.add_argument("--rounds", type=int, default=3)
    asking.add_argument("--steady", type=int, default=1000, help="tables at one move a second")
    asking.add_argument("--idle", type=int, default=2000, help="tables at which nothing happens")
    asking.add_argument("--rest", type=int, default=70, help="seconds until tables have gone to rest")
    asking.add_argument("--alone", action="store_true", help="without the other servers")
    asked = asking.parse_args()
    subprocess.run(["cargo", "build", "--release", "-p", "lastcard"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "-p", "lastcard-test-client", "--example", "load"], cwd=ROOT, check=True)
    names = ["lastcard"]
    if not asked.alone and shutil.which("npm"):
        if not (HERE / "node_modules").exists():
            subprocess.run(["npm", "ci", "--fetch-retries=1"], cwd=HERE, check=True)
        names = list(SERVERS)
    print(f"Load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")
    last = flat_out(asked, names)
    shares(last, asked.seconds)
    steady(asked)
    memory(asked)


if __name__ == "__main__":
    main()
