"""The server under many idle devices: how soon an edit is on another device, and how long a new device takes.

The idle devices are connections that read events of zones in which nothing happens. Two devices with the default settings edit and watch
a zone of their own; one sends many rows to a third zone, and a device with an empty store fetches them. All devices are processes of their
own. What has arrived is read from their files by Python's sqlite3.

Usage: load.py FOLDER [--idle N] [--edits N] [--rows N] [--check]
FOLDER has the programs openswiftdata-sync and SyncLoadDevice. With --check the times must be those that the project promises.
"""
import argparse, os, shutil, socket, sqlite3, subprocess, sys, tempfile, time

DEVICES_OF_A_USER = 40


class Load:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="openswiftdata-load-")
        self.store = os.path.join(self.folder, "sync.store")
        self.server, self.failed = None, []

    def program(self, name):
        return os.path.join(OPTIONS.folder, name)

    def user(self, name, zone):
        command = [self.program("openswiftdata-sync"), "users", "add", name, "--zone", zone, "--store", self.store]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode().strip()

    def start(self):
        command = [self.program("openswiftdata-sync"), "serve", "--store", self.store, "--port", "0", "--quiet"]
        # More streams and connections than the defaults allow: the idle devices and those that work.
        command += ["--streams", "4000", "--connections", "8000"]
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE)
        line = self.server.stdout.readline().decode()
        self.port = int(line.rstrip().rstrip("/").rsplit(":", 1)[1])

    def memory(self, word="VmRSS"):
        for line in open("/proc/%d/status" % self.server.pid):
            if line.startswith(word):
                return int(line.split()[1]) / 1024
        raise RuntimeError("no " + word)

    def device(self, name, command, token, zone, *more):
        folder = os.path.join(self.folder, name)
        os.makedirs(folder, exist_ok=True)
        words = [self.program("SyncLoadDevice"), command, "--folder", folder, "--url", "http://127.0.0.1:%d" % self.port]
        words += ["--zone", zone, "--token", token, *map(str, more)]
        return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)

    def end(self, process, name):
        """The lines of a device that has ended well, and the most memory that it had, in MB."""
        lines = process.stdout.read().splitlines()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError("%s ends with %d" % (name, process.returncode))
        return [line.split() for line in lines], usage.ru_maxrss / 1024

    def rows(self, name):
        with sqlite3.connect("file:%s?mode=ro" % os.path.join(self.folder, name, "device.store"), uri=True) as store:
            return store.execute("SELECT count(*), sum(ZVALUE), sum(length(ZTEXT)) FROM ZLOADNOTE").fetchone()

    def note(self, text, is_so=True):
        print(("" if is_so else "TOO MUCH: ") + text, flush=True)
        if not is_so and OPTIONS.check:
            self.failed.append(text)

    def run(self):
        users = [(self.user("idle%d" % number, "idle"), number) for number in range((OPTIONS.idle + DEVICES_OF_A_USER - 1) // DEVICES_OF_A_USER)]
        editor, filler = self.user("editor", "edits"), self.user("filler", "rows")
        self.start()
        before = self.memory()
        idle = [Idle(self.port, users[number // DEVICES_OF_A_USER][0]) for number in range(OPTIONS.idle)]
        for stream in idle:
            stream.read_until(b"event: position")
        self.note("%d idle devices: %.1f MB more memory" % (len(idle), self.memory() - before))
        self.edits(editor)
        self.first_fetch(filler)
        for stream in idle:
            stream.check()
        self.note("%d idle devices are still connected; the most memory of the server is %.0f MB" % (len(idle), self.memory("VmHWM")))
        self.server.terminate()
        if self.server.wait(30) != 0:
            raise RuntimeError("the server ends with %d" % self.server.returncode)

    def edits(self, token):
        watcher = self.device("watcher", "watch", token, "edits", "--count", OPTIONS.edits)
        watcher.stdout.readline()
        time.sleep(1)
        editor = self.device("editor", "edit", token, "edits", "--count", OPTIONS.edits, "--pause", 1000)
        saved, _ = self.end(editor, "the editor")
        seen, _ = self.end(watcher, "the watcher")
        saved = {int(value): int(at) for word, value, at in saved if word == "saved"}
        seen = {int(value): int(at) for word, value, at in seen if word == "seen"}
        if OPTIONS.edits not in seen:
            raise RuntimeError("the last edit was not seen")
        # The first edit pays for the beginning of two engines.
        times = sorted((seen[value] - saved[value]) / 1e6 for value in seen if value in saved and value > 1)
        text = "%d of %d edits seen on another device one by one, after %.0f ms (median), %.0f ms (at most)"
        self.note(text % (len(times) + 1, OPTIONS.edits, times[len(times) // 2], times[-1]), times[-1] <= 500)

    def first_fetch(self, token):
        lines, memory = self.end(self.device("first", "fill", token, "rows", "--count", OPTIONS.rows), "the first device")
        self.note("%d rows sent in %.1f s, %.0f MB" % (OPTIONS.rows, int(lines[-1][2]) / 1e9, memory))
        lines, memory = self.end(self.device("second", "join", token, "rows"), "the new device")
        if int(lines[-1][1]) != OPTIONS.rows or int(lines[-1][3]) != 0 or self.rows("first") != self.rows("second"):
            raise RuntimeError("the new device has other rows: %s, %s" % (self.rows("first"), self.rows("second")))
        seconds = int(lines[-1][2]) / 1e9
        self.note("%d rows fetched by a new device in %.1f s, %.0f MB" % (OPTIONS.rows, seconds, memory), seconds <= 60 and memory <= 200)

    def close(self):
        if self.server is not None and self.server.poll() is None:
            self.server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Idle:
    """A device in which nothing happens: a stream of events."""

    def __init__(self, port, token):
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        head = "GET /v1/zones/idle/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOSD-Sync-Versions: 1\r\n" % port
        self.socket.sendall((head + "Authorization: Bearer %s\r\nAccept: text/event-stream\r\n\r\n" % token).encode())
        self.text = b""

    def read_until(self, word):
        while word not in self.text:
            part = self.socket.recv(65536)
            if not part:
                raise RuntimeError("the stream has ended: %r" % self.text[:300])
            self.text += part

    def check(self):
        """Throws where the stream has ended or has had no heartbeat."""
        self.socket.setblocking(False)
        try:
            while part := self.socket.recv(65536):
                self.text += part
            raise RuntimeError("the stream of an idle device has ended")
        except BlockingIOError:
            pass
        if b": heartbeat" not in self.text and OPTIONS.edits >= 20:
            raise RuntimeError("an idle device has had no heartbeat")


parser = argparse.ArgumentParser()
parser.add_argument("folder")
parser.add_argument("--idle", type=int, default=1000)
parser.add_argument("--edits", type=int, default=100)
parser.add_argument("--rows", type=int, default=100000)
parser.add_argument("--check", action="store_true")
OPTIONS = parser.parse_args()
load = Load()
try:
    load.run()
finally:
    load.close()
sys.exit(1 if load.failed else 0)
