#!/usr/bin/env python3
"""Runs a program beside a database server of its own: with_engine.py postgresql|mariadb PROGRAM [ARGUMENT ...]

The server keeps its files in a temporary folder and listens on a socket in it only. The program finds it through the
environment: QUERYDATA_ENGINE_SOCKET is the folder of PostgreSQL's socket or the path of MariaDB's, QUERYDATA_ENGINE_USER
the user without a password. The exit status is the program's; 77, after a word on what is missing, where the server is
not installed, unless QUERYDATA_REQUIRE_ENGINES (names with blanks or commas between) lists it.
"""

import glob
import os
import pathlib
import pwd
import shutil
import subprocess
import sys
import tempfile
import time

START_SECONDS = 60


class Missing(Exception):
    pass


def find(program, *folders):
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, program)), reverse=True):
            return path
    found = shutil.which(program)
    if found is None:
        raise Missing(program)
    return found


def as_user(name):
    """Keyword arguments of subprocess: servers refuse to run as root."""
    if os.geteuid() != 0:
        return {}
    try:
        entry = pwd.getpwnam(name)
    except KeyError as error:
        raise Missing(f"the user {name}") from error
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def give(folder, user):
    if user:
        os.chown(folder, user["user"], user["group"])


def wait_for(server, ready, log):
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        if subprocess.run(ready, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0:
            return
        time.sleep(0.05)
    sys.exit("with_engine: the server did not start:\n" + pathlib.Path(log).read_text(errors="replace"))


def postgresql(folder):
    binaries = "/usr/lib/postgresql/*/bin"
    server, initdb, ready = (find(program, binaries) for program in ("postgres", "initdb", "pg_isready"))
    user = as_user("postgres")
    give(folder, user)
    data, log = f"{folder}/data", f"{folder}/log"
    subprocess.run([initdb, "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
                   stdout=subprocess.DEVNULL, check=True, cwd=folder, **user)
    with open(log, "wb") as output:
        process = subprocess.Popen([server, "-D", data, "-k", folder, "-h", "", "-F", "-c", "wal_level=logical",
                                    "-c", "autovacuum=off"],
                                   stdout=output, stderr=subprocess.STDOUT, cwd=folder, **user)
    return process, [ready, "-h", folder, "-U", "tester"], log, {"QUERYDATA_ENGINE_SOCKET": folder,
                                                                   "QUERYDATA_ENGINE_USER": "tester"}


def mariadb(folder):
    server = find("mariadbd", "/usr/sbin")
    install, admin = find("mariadb-install-db"), find("mariadb-admin")
    user = as_user("mysql")
    give(folder, user)
    data, log, socket = f"{folder}/data", f"{folder}/log", f"{folder}/socket"
    subprocess.run([install, "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal",
                    "--skip-test-db"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, cwd=folder,
                   **user)
    with open(log, "wb") as output:
        process = subprocess.Popen([server, "--no-defaults", f"--datadir={data}", f"--socket={socket}",
                                    "--skip-networking", "--innodb-flush-method=nosync"], stdout=output,
                                   stderr=subprocess.STDOUT, cwd=folder, **user)
    return process, [admin, "--no-defaults", f"--socket={socket}", "-uroot", "ping"], log, {
        "QUERYDATA_ENGINE_SOCKET": socket, "QUERYDATA_ENGINE_USER": "root"}


ENGINES = {"postgresql": postgresql, "mariadb": mariadb}


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ENGINES:
        sys.exit(__doc__)
    engine = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="engine-") as folder:
        os.chmod(folder, 0o755)
        try:
            server, ready, log, variables = ENGINES[engine](folder)
        except Missing as missing:
            required = engine in os.environ.get("QUERYDATA_REQUIRE_ENGINES", "").replace(",", " ").split()
            print(f"{'failed' if required else 'skipped'}: {engine} is not installed ({missing} is missing)")
            return 1 if required else 77
        try:
            wait_for(server, ready, log)
            return subprocess.run(sys.argv[2:], env={**os.environ, **variables}, check=False).returncode
        finally:
            server.terminate()
            try:
                server.wait(timeout=30)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


if __name__ == "__main__":
    sys.exit(main())
