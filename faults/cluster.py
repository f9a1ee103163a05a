"""A real PostgreSQL: a cluster of its own, in a folder that goes with it, reached by no network."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from types import TracebackType

from .server import PATIENCE, run

USUAL_PLACE = Path("/usr/lib/postgresql")  # Debian keeps the programs of each version in a folder of its own
UNSAFE = ("fsync=off", "full_page_writes=off")  # nothing outlives the machine; kill -9 loses nothing all the same


class NoPostgres(Exception):
    """There is none on this machine."""

    def __init__(self) -> None:
        super().__init__(
            "no PostgreSQL: ./test installs it with apt-get where it may; else install the package postgresql"
        )


def program(name: str) -> str:
    """One of PostgreSQL's programs."""
    versions = sorted(USUAL_PLACE.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]), reverse=True)
    found = shutil.which(name) or next(map(str, versions), "")
    if not found:
        raise NoPostgres
    return found


class Cluster:
    """A PostgreSQL server; `stop` may be kill -9 of all of it, `start` begins again on the same files."""

    def __init__(self, settings: Sequence[str] = ()) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # short: the path of a socket may not be long
        self._settings = settings
        self._user = self._not_root()
        self._names = count()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Cluster:
        make = [program("initdb"), "-D", str(self.folder / "data"), "-U", "doppiogioco", "-A", "trust", "-N"]
        self._run([*make, "-E", "UTF8", "--locale", "C"])
        self.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def _not_root(self) -> str | None:
        """PostgreSQL refuses to run as root: then who it runs as, and has the folder."""
        if os.getuid():
            return None
        known = {user.pw_name for user in pwd.getpwall()}
        user = "postgres" if "postgres" in known else "nobody"
        shutil.chown(self.folder, user)
        return user

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(
            command, user=self._user, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start it, and wait until it answers; after kill -9 what is left of it may need a moment to end."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self._process is None or self._process.poll() is not None:
                self._begin()
            try:
                return self.tell("SELECT 1")
            except _not_yet():
                time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def _begin(self) -> None:
        own = ("listen_addresses=", f"unix_socket_directories={self.folder}", "max_connections=60")
        command = [program("postgres"), "-D", str(self.folder / "data")]
        command += [part for setting in (*own, *self._settings) for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, user=self._user, cwd=self.folder, stdout=log, stderr=log)

    def stop(self, sign: int) -> None:
        """End it by a signal."""
        if self._process:
            self._process.send_signal(sign)
            self._process.wait(timeout=PATIENCE)
            self._process = None

    def tell(self, statement: str) -> None:
        """Execute a statement as whoever looks after the cluster."""

        async def main() -> None:
            import asyncpg

            line = await asyncpg.connect(host=str(self.folder), user="doppiogioco", database="postgres")
            await line.execute(statement)
            await line.close()

        run(main)

    def pids(self) -> list[int]:
        """The processes of the cluster, as far as the system tells."""
        first = self._process.pid if self._process else 0
        children = Path("/proc", str(first), "task", str(first), "children")
        return [first, *map(int, children.read_text(encoding="ascii").split())] if children.exists() else [first]

    def size(self) -> int:
        """Bytes of its data, without the log of what was written."""
        data = self.folder / "data" / "base"
        return sum(path.stat().st_size for path in data.rglob("*") if path.is_file())

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"tables{next(self._names)}"
        self.tell(f"CREATE DATABASE {name}")
        return f"postgresql://doppiogioco@/{name}?host={self.folder}"


def _not_yet() -> tuple[type[Exception], ...]:
    """What a cluster says that is still starting."""
    import asyncpg

    return OSError, asyncpg.CannotConnectNowError, asyncpg.PostgresConnectionError
