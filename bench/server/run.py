"""The load of `docs/server.md` on Lastcard, boardgame.io and Colyseus, one after the other and again: `python3 bench/server/run.py`.

Server on the first core, load on the second. Lastcard writes every move to disk; the other two keep theirs in memory.
Needs node and npm. Figures of a machine that does other work as well are only for comparing within one run.
"""

import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TABLES = sys.argv[1] if len(sys.argv) > 1 else "200"
SECONDS = sys.argv[2] if len(sys.argv) > 2 else "10"
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 3


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def reachable(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", int(port))) == 0


def cpu_seconds(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def measure(name, server, load):
    port = free_port()
    data = tempfile.mkdtemp()
    fill = lambda words: [word.replace("PORT", port).replace("DATA", data) for word in words]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = subprocess.Popen(["taskset", "-c", "0", *fill(server)], cwd=HERE, **quiet)
    try:
        for _ in range(100):
            if reachable(port):
                break
            time.sleep(0.1)
        words = ["taskset", "-c", "1", *fill(load), TABLES, SECONDS]
        out = subprocess.run(words, cwd=HERE, capture_output=True, text=True, timeout=300, check=False)
        line = out.stdout.strip().splitlines()[-1] if out.stdout.strip() else f"failed: {out.stderr[-300:]}"
        spent = cpu_seconds(running)
    finally:
        running.terminate()
        running.wait()
        shutil.rmtree(data, ignore_errors=True)
    moves = re.search(r"moves=(\d+)", line)
    each = f" server_cpu_us_a_move={spent / int(moves[1]) * 1e6:.0f}" if moves else ""
    print(f"{name:14} {line}{each}", flush=True)


def main():
    subprocess.run(["cargo", "build", "--release", "-p", "lastcard"], cwd=ROOT, check=True)
    subprocess.run(["cargo", "build", "--release", "-p", "lastcard-visitor", "--example", "load"], cwd=ROOT, check=True)
    if not (HERE / "node_modules").exists():
        subprocess.run(["npm", "ci", "--fetch-retries=1"], cwd=HERE, check=True)
    binary, load = ROOT / "target/release/lastcard", ROOT / "target/release/examples/load"
    serve = [str(binary), "serve", "--limits", "off", "--listen", "127.0.0.1:PORT", "--data", "DATA"]
    for _ in range(ROUNDS):
        measure("lastcard", serve, [str(load), "127.0.0.1:PORT"])
        measure("boardgame.io", ["node", "boardgameio-server.js", "PORT"], ["node", "boardgameio-load.js", "PORT"])
        measure("colyseus", ["node", "colyseus-server.js", "PORT"], ["node", "colyseus-load.js", "PORT"])


main()
