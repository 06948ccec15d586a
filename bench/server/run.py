"""Measures the server: `python3 bench/server/run.py`.

1. Flat out: tables of two with one move in flight at each, on Lastcard, boardgame.io and Colyseus in turn, three times.
   Latency is from one seat's send to the *other* seat's update. Lastcard writes every move to disk before it tells
   anybody; the other two keep theirs in memory, and a move there increments a number and has no rules.
2. Where Lastcard's CPU time goes during that.
3. Growth: the same on Lastcard with 10 to 10,000 tables.
4. Cores: the same with the server on one core and on two. The load shares the machine, so its CPU time is counted apart.
5. Steady: a thousand tables, one move per second at each.
6. Memory: two thousand idle tables with two sockets each.

The server runs on the first core, the load on the second. Without node and npm the comparison is left out. A part that
takes longer than its limit is stopped and reported, and the next one begins. `--write` puts the tables and plots of part
3 and 4 into docs/performance.md. On a machine that also does other work, compare figures only within one run.
"""

import argparse
import os
import pathlib
import queue
import re
import resource
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request

import plots

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
BINARY, LOAD = TARGET / "release/lastcard", TARGET / "release/examples/load"
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
SEATING_LIMIT = 60  # Seconds until everyone is seated, and as many more for every thousand tables.
SECONDS_OF_TABLE = 0.4  # A log ends at 20,000 entries, which few tables at full speed reach in ten seconds.
OTHER_FILES = 200  # What a process has open beside its sockets, with room to spare.
FINISHING_LIMIT = 30  # Seconds that a load may take longer than it was asked to.


class Failed(Exception):
    """A part of the measurement that could not be finished."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def reachable(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", int(port))) == 0


class Server:
    """A server of its own for one measurement."""

    def __init__(self, name, cores="0"):
        self.name, self.cores, self.port, self.data = name, cores, free_port(), tempfile.mkdtemp()

    def words(self, words):
        return [word.replace("PORT", self.port).replace("DATA", self.data) for word in words]

    def __enter__(self):
        words = ["taskset", "-c", self.cores, *self.words(SERVERS[self.name])]
        self.process = subprocess.Popen(words, cwd=HERE, **QUIET)
        for _ in range(200):
            if reachable(self.port):
                return self
            time.sleep(0.1)
        self.__exit__()
        raise Failed(f"{self.name} does not start")

    def __exit__(self, *_):
        stop(self.process)
        shutil.rmtree(self.data, ignore_errors=True)

    def threads(self):
        """Seconds of work by thread: for itself, and inside the system."""
        spent = {}
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            name, times = cpu_times(task / "stat")
            before = spent.get(name, (0, 0))
            spent[name] = (before[0] + times[0], before[1] + times[1])
        return spent

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

    def figures(self):
        address = f"http://127.0.0.1:{self.port}/metrics"
        try:
            text = urllib.request.urlopen(address, timeout=FINISHING_LIMIT).read().decode()
        except OSError as why:
            raise Failed(f"no metrics of {self.name}: {why}") from None
        return {name: float(value) for name, value in re.findall(r"^lastcard_(\w+) ([\d.]+)$", text, re.M)}


class Load:
    """A load on a server, with everyone seated."""

    def __init__(self, server, tables, *words, cores="1"):
        words = ["taskset", "-c", cores, *server.words(LOADS[server.name]), str(tables), *map(str, words)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.name, self.tables, self.words = server.name, tables, words
        self.process = subprocess.Popen(words, cwd=HERE, text=True, **pipes)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put("")

    def __enter__(self):
        try:
            self.line("seated", SEATING_LIMIT * (1 + self.tables / 1000))
        except Failed:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        stop(self.process)

    def begin(self):
        """Ours waits for a line when everyone is seated; the others have begun already and read nothing."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def line(self, wanted, limit):
        """The next line, which has to contain this and to come within so many seconds."""
        try:
            line = self.lines.get(timeout=limit)
        except queue.Empty:
            raise Failed(f"the load for {self.name} was stopped after {limit:.0f} s") from None
        if wanted not in line:
            raise Failed(f"the load for {self.name} failed")
        return line

    def spent(self):
        """Seconds of CPU so far."""
        return sum(cpu_times(pathlib.Path(f"/proc/{self.process.pid}/stat"))[1])


def cpu_times(stat):
    """The name of a process or thread, and its seconds of work: for itself, and inside the system."""
    name, fields = stat.read_text().split("(", 1)[1].rsplit(")", 1)
    fields = fields.split()
    return name, (int(fields[11]) / TICKS, int(fields[12]) / TICKS)


def stop(process):
    process.terminate()
    try:
        process.wait(timeout=15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def numbers(line):
    return {name: float(value) for name, value in re.findall(r"(\w+)=([\d.]+)", line)}


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def head(*cells):
    print()
    row(*cells)
    row(*["---"] * len(cells))


def measure(name, tables, seconds, *pace, cores=("0", "1")):
    """The figures of one load, and where the time went."""
    with Server(name, cores[0]) as server, Load(server, tables, seconds, *pace, cores=cores[1]) as load:
        ours = name == "lastcard"
        before, counted, load_before = server.threads(), server.figures() if ours else {}, load.spent()
        load.begin()  # From here on this program does nothing: both cores are taken.
        found = numbers(load.line("moves_per_second", seconds + FINISHING_LIMIT))
        after, counts = server.threads(), server.figures() if ours else {}
        found["load_cpu"] = max(load.spent() - load_before, 0)
    found["counts"] = {key: counts[key] - counted.get(key, 0) for key in counts}
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
            try:
                found = measure(name, asked.tables, asked.seconds)
            except Failed as why:
                row(name, why, "", "", "")
                continue
            runs[name].append(found)
            each = found["cpu"] / found["moves"] * 1e6
            row(name, f"{found['moves_per_second']:.0f}", found["p50_ms"], found["p99_ms"], f"{each:.0f}")
    print("\nThe middle of", asked.rounds, "runs at", asked.tables, "tables:")
    rates = {name: [run["moves_per_second"] for run in runs[name]] for name in names if runs[name]}
    rates = {name: statistics.median(rates[name]) for name in rates}
    head("server", "moves a second", "lastcard makes so many times that")
    for name in rates:
        row(name, f"{rates[name]:.0f}", f"{rates['lastcard'] / rates[name]:.2f}" if "lastcard" in rates else "")
    if runs["lastcard"]:
        shares(runs["lastcard"][-1], asked.seconds)


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


GROWTH_HEAD = ["tables", "moves a second", "p50 ms", "p99 ms", "server CPU µs a move", "writes a flush"]


def growth(asked):
    """How the rate and the wait change with the number of tables."""
    head(*GROWTH_HEAD)
    rows = []
    for tables in asked.sizes:
        try:
            found = measure("lastcard", tables, min(asked.seconds, tables * SECONDS_OF_TABLE))
        except Failed as why:
            row(tables, why, "", "", "", "")
            continue
        counts = found["counts"]
        flushes = max(counts["commit_duration_seconds_count"], 1)
        each, writes = found["cpu"] / found["moves"] * 1e6, counts["writes_total"] / flushes
        rows.append((tables, found["moves_per_second"], found["p50_ms"], found["p99_ms"], each, writes))
        row(*growth_cells(rows[-1]))
    if asked.write and rows:
        cells = [growth_cells(found) for found in rows]
        plots.write_section("growth", table_text(GROWTH_HEAD, cells) + "\n\n" + growth_plots(rows))


def growth_cells(found):
    tables, rate, p50, p99, each, writes = found
    return [f"{tables:,}", f"{rate:,.0f}", p50, p99, f"{each:.0f}", f"{writes:.0f}"]


def growth_plots(rows):
    rates = [(found[0], found[1]) for found in rows]
    waits = {"p50": [(found[0], found[2]) for found in rows], "p99": [(found[0], found[3]) for found in rows]}
    return "\n".join(
        [
            plots.write_plot("server-rate.svg", "Moves a second by tables, one core", {"moves a second": rates}),
            plots.write_plot("server-wait.svg", "Milliseconds until the other player sees a move", waits),
        ]
    )


CORES_HEAD = ["server", "load", "moves a second", "p99 ms", "server CPU µs a move", "cores the server used", "cores the load used"]


def cores(asked):
    """How the rate grows when the server has one core and all of them."""
    head(*CORES_HEAD)
    everything = ",".join(str(core) for core in range(os.cpu_count()))
    rows = []
    for server, load in [("0", "1"), ("0", everything), (everything, everything)]:
        try:
            found = measure("lastcard", asked.tables, asked.seconds, cores=(server, load))
        except Failed as why:
            row(server, load, why, "", "", "", "")
            continue
        took = found["moves"] / found["moves_per_second"]
        each, own, other = found["cpu"] / found["moves"] * 1e6, found["cpu"] / took, found["load_cpu"] / took
        rate = f"{found['moves_per_second']:,.0f}"
        names = [f"core {server}" if server == "0" else "all cores", f"core {load}" if load == "1" else "all cores"]
        rows.append([*names, rate, found["p99_ms"], f"{each:.0f}", f"{own:.2f}", f"{other:.2f}"])
        row(*rows[-1])
    if asked.write and rows:
        plots.write_section("cores", table_text(CORES_HEAD, rows))


def table_text(names, rows):
    lines = [names, ["---"] * len(names), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


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
        with Load(server, asked.idle, "idle", asked.rest + 15) as load:
            load.begin()
            time.sleep(1)
            line("two at each table, a match begun")
            time.sleep(asked.rest)
            line(f"{asked.rest} seconds later, the tables at rest")
        time.sleep(3)
        line("everyone gone; what is free is kept for the next")
        with Load(server, asked.idle, "idle", 30) as load:
            load.begin()
            time.sleep(1)
            line("as many again at new tables")


def lift_file_limit(sizes):
    """Every table has two sockets, and the hard limit of open files says how many there can be. The sizes that can be."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    most = (hard - OTHER_FILES) // 2
    if max(sizes) > most:
        print(f"Only {hard} files can be open at once: that is enough for {most} tables.")
    return sorted({min(size, most) for size in sizes})


PARTS = ["compare", "growth", "cores", "steady", "memory"]


def main():
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("--tables", type=int, default=200)
    asking.add_argument("--seconds", type=float, default=10)
    asking.add_argument("--rounds", type=int, default=3)
    asking.add_argument("--steady", type=int, default=1000, help="tables at one move a second")
    asking.add_argument("--idle", type=int, default=2000, help="tables at which nothing happens")
    asking.add_argument("--rest", type=int, default=70, help="seconds until tables have gone to rest")
    asking.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 1_000, 10_000], help="tables of the growth part")
    asking.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    asking.add_argument("--alone", action="store_true", help="without the other servers")
    asking.add_argument("--write", action="store_true", help="write tables and plots into docs/performance.md")
    asked = asking.parse_args()
    for words in [["-p", "lastcard"], ["-p", "lastcard-test-client", "--example", "load"]]:
        subprocess.run(["cargo", "build", "--release", *words], cwd=ROOT, check=True)
    names = ["lastcard"]
    if not asked.alone and shutil.which("npm"):
        if not (HERE / "node_modules").exists():
            subprocess.run(["npm", "ci", "--fetch-retries=1"], cwd=HERE, check=True)
        names = list(SERVERS)
    asked.sizes = lift_file_limit(asked.sizes)
    print(f"Load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")
    parts = {"compare": lambda asked: flat_out(asked, names), "growth": growth, "cores": cores, "steady": steady, "memory": memory}
    for part in asked.parts:
        try:
            parts[part](asked)
        except Failed as why:
            print(f"\n{part} was left out: {why}.")


if __name__ == "__main__":
    main()
