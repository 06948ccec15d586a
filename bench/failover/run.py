#!/usr/bin/env python3
"""Kills the primary of a PostgreSQL cluster (three nodes with Patroni and etcd) again and again while people play on
three servers, and compares what the players were told with what is in the database.

Needs Debian's packages: apt-get install postgresql patroni etcd-server
    python3 bench/failover/run.py [kills] [tables]
Everything runs on loopback in a temporary folder and is removed at the end.
"""

import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

NODES = ["one", "two", "three"]
BIN = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def start(folder, name, words):
    """Starts a program as an unprivileged user, and ends it with this one."""
    user = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"] if os.geteuid() == 0 else []
    log = open(f"{folder}/{name}.log", "a")
    return subprocess.Popen(["setpriv", *user, "--pdeathsig", "SIGKILL", *words], stdout=log, stderr=log, cwd=folder)


def patroni(folder, plan, name):
    return start(folder, name, ["/usr/bin/patroni", f"{folder}/{name}.yml"])


def write_settings(folder, plan):
    for name in NODES:
        rest, database = plan["rest"][name], plan["database"][name]
        settings = {
            "scope": "lastcard",
            "name": name,
            "restapi": {"listen": f"127.0.0.1:{rest}", "connect_address": f"127.0.0.1:{rest}"},
            "etcd3": {"host": f"127.0.0.1:{plan['etcd']}"},
            "bootstrap": {
                "dcs": {
                    "ttl": 10, "loop_wait": 2, "retry_timeout": 3, "maximum_lag_on_failover": 0,
                    "synchronous_mode": True,
                    "postgresql": {"use_pg_rewind": True, "parameters": {"max_connections": 100}},
                },
                "initdb": [{"encoding": "UTF8"}, {"auth": "trust"}, "data-checksums"],
                "pg_hba": ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
            },
            "postgresql": {
                "listen": f"127.0.0.1:{database}", "connect_address": f"127.0.0.1:{database}",
                "data_dir": f"{folder}/{name}", "bin_dir": BIN, "pgpass": f"{folder}/{name}.pgpass",
                "authentication": {"superuser": {"username": "postgres"}, "replication": {"username": "postgres"}},
                "parameters": {"unix_socket_directories": folder},
            },
        }
        with open(f"{folder}/{name}.yml", "w") as file:
            json.dump(settings, file)  # JSON is YAML.


def who_is(plan, role):
    """The node whose Patroni says that it has this role, if there is one."""
    for name in NODES:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{plan['rest'][name]}/{role}", timeout=1)
            return name
        except OSError:
            pass
    return None


def leader(plan):
    return who_is(plan, "leader")


def has_standby(plan):
    return who_is(plan, "sync") is not None


def wait(what, found, seconds=180):
    end = time.time() + seconds
    while not found():
        if time.time() > end:
            for log in glob.glob(f"{tempfile.gettempdir()}/lastcard-failover-*/*.log"):
                print(log, *open(log).readlines()[-5:], sep="\n", file=sys.stderr)
            sys.exit(f"no {what} within {seconds} s")
        time.sleep(0.2)


def kill(folder):
    """Kills the primary and its Patroni; called by the test through LASTCARD_KILL."""
    with open(f"{folder}/plan.json") as file:
        plan = json.load(file)
    wait("synchronous standby", lambda: has_standby(plan))
    name = leader(plan)
    with open(f"{folder}/killed", "w") as file:
        file.write(name)
    wait("death of the primary", lambda: not os.path.exists(f"{folder}/killed"))


def main():
    kills, tables = (sys.argv[1:] + ["4", "20"][len(sys.argv) - 1:])[:2]
    folder = tempfile.mkdtemp(prefix="lastcard-failover-")
    os.chmod(folder, 0o777)
    plan = {"etcd": free_port(), "rest": {}, "database": {}}
    for name in NODES:
        plan["rest"][name], plan["database"][name] = free_port(), free_port()
    with open(f"{folder}/plan.json", "w") as file:
        json.dump(plan, file)
    write_settings(folder, plan)
    running = {}
    try:
        etcd, peer = f"http://127.0.0.1:{plan['etcd']}", f"http://127.0.0.1:{free_port()}"
        running["etcd"] = start(folder, "etcd", [
            "/usr/bin/etcd", "--data-dir", f"{folder}/etcd", "--listen-client-urls", etcd,
            "--advertise-client-urls", etcd, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--initial-cluster", f"default={peer}"])
        for name in NODES:
            running[name] = patroni(folder, plan, name)
        wait("primary", lambda: leader(plan))
        wait("synchronous standby", lambda: has_standby(plan))
        hosts = ",".join(f"127.0.0.1:{plan['database'][name]}" for name in NODES)
        env = {
            **os.environ,
            "LASTCARD_STORE": f"postgres://postgres@{hosts}/postgres",
            "LASTCARD_KILL": f"{sys.executable} {os.path.abspath(__file__)} --kill {folder}",
            "LASTCARD_KILLS": kills, "LASTCARD_TABLES": tables,
        }
        words = ["cargo", "test", "-q", "-p", "lastcard", "--test", "integration", "--", "--nocapture",
                 "nodes::the_database_is_killed"]
        deaths = 0
        test = subprocess.Popen(words, env=env)
        while test.poll() is None:
            time.sleep(0.05)
            if os.path.exists(f"{folder}/killed"):
                name = open(f"{folder}/killed").read()
                if not name:
                    continue
                began = time.time()
                running[name].kill()
                with open(f"{folder}/{name}/postmaster.pid") as file:
                    os.kill(int(file.readline()), signal.SIGKILL)
                os.remove(f"{folder}/killed")
                running[name].wait()
                wait("new primary", lambda: leader(plan) not in (None, name))
                print(f"{name} killed, {leader(plan)} is the primary after {time.time() - began:.1f} s", flush=True)
                running[name] = patroni(folder, plan, name)
                deaths += 1
        if test.returncode == 0 and deaths == 0:
            sys.exit("the test ended, and no primary was ever killed")
        sys.exit(test.returncode)
    finally:
        for name in [*NODES, "etcd"]:
            if name in running:
                running[name].terminate()
                try:
                    running[name].wait(20)
                except subprocess.TimeoutExpired:
                    running[name].kill()
        time.sleep(1)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--kill"]:
        kill(sys.argv[2])
    else:
        main()
