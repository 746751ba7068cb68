"""Rounds of devices that sync over a real server, while devices and servers are killed and the network fails.

Each round has a store of its own, one or two server processes, and devices in processes of their own that edit at random. After quiet,
all stores must be equal, and have each edit whose save returned: the files are read by Python's sqlite3, and the edits by the devices'
journals. A device that joins at the end must get the same.

Usage: rounds.py FOLDER [--rounds N] [--first SEED] [--jobs N] [--servers N] [--postgres URL]
FOLDER has the programs openswiftdata-sync and SyncRoundsDevice.
"""
import argparse, concurrent.futures, os, random, shutil, signal, sqlite3, subprocess, sys, tempfile, threading, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from proxy import Proxy

TOTAL, LOCK = {}, threading.Lock()


def count(what, number=1):
    with LOCK:
        TOTAL[what] = TOTAL.get(what, 0) + number


class Failure(Exception):
    pass


class Server:
    """A server process, which can be killed and started again at its port."""

    def __init__(self, place, number):
        self.place, self.port, self.log = place, 0, os.path.join(place.folder, "server-%d.log" % number)
        self.start()

    def start(self):
        command = [place_of("openswiftdata-sync"), "serve", "--store", self.place.store, "--port", str(self.port), "--quiet"]
        command += ["--requests-per-second", "100000", "--request-burst", "100000"]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        line = self.process.stdout.readline().decode()
        if "http://" not in line:
            raise Failure("the server does not start: " + open(self.log).read()[-500:])
        self.port = int(line.rstrip().rstrip("/").rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()


def place_of(program):
    return os.path.join(OPTIONS.folder, program)


def run(*command, timeout=120):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout)
    if done.returncode != 0:
        raise Failure("%s ends with %d: %s" % (os.path.basename(command[0]), done.returncode, done.stdout.decode()[-800:]))
    return done.stdout.decode()


class Device:
    def __init__(self, place, name):
        self.place, self.name, self.folder = place, name, os.path.join(place.folder, name)
        os.makedirs(self.folder)
        self.process, self.output = None, os.path.join(place.folder, name + ".out")

    def command(self, steps, seed=0):
        return [
            place_of("SyncRoundsDevice"), "--folder", self.folder, "--name", self.name, "--zone", "rounds", "--token", self.place.token,
            "--url", "http://127.0.0.1:%d" % self.place.proxy.port, "--seed", str(seed), "--steps", str(steps),
        ]

    def begin(self, steps, seed):
        with open(self.output, "wb") as output:
            self.process = subprocess.Popen(self.command(steps, seed), stdout=output, stderr=subprocess.STDOUT)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process = None

    def has_ended(self):
        """True if the process has ended by itself, and well."""
        if self.process.poll() is None:
            return False
        if self.process.returncode != 0:
            raise Failure("device %s ends with %d: %s" % (self.name, self.process.returncode, open(self.output).read()[-800:]))
        self.process = None
        return True

    def check_no_held_rows(self):
        text = run(*self.command(0))
        if not text.strip().endswith("held 0"):
            raise Failure("device %s has held rows: %s" % (self.name, text))

    def content(self):
        """The notes and labels of the file."""
        with sqlite3.connect("file:%s?mode=ro" % os.path.join(self.folder, "device.store"), uri=True) as store:
            check = store.execute("PRAGMA integrity_check").fetchone()[0]
            if check != "ok":
                raise Failure("the store of %s: %s" % (self.name, check))
            notes = store.execute(
                "SELECT n.ZKEY, n.ZVALUE, n.ZPICTURE, l.ZNAME FROM ZROUNDNOTE n LEFT JOIN ZROUNDLABEL l ON l.Z_PK = n.ZLABEL ORDER BY 1"
            ).fetchall()
            return notes, store.execute("SELECT ZNAME, ZCOLOUR FROM ZROUNDLABEL ORDER BY 1").fetchall()

    def edits(self):
        """For each key the values that may be its last one; None is a deletion, or no note."""
        allowed, count = {}, 0
        path = os.path.join(self.folder, "journal")
        for line in open(path) if os.path.exists(path) else []:
            word, key, value = line.split()
            value = None if value == "-" else int(value)
            if word == "done":
                allowed[key] = {value}
                count += 1
            else:
                allowed.setdefault(key, {None}).add(value)
        return allowed, count


class Round:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix="openswiftdata-rounds-")
        self.store = OPTIONS.postgres + "#rounds_%d_%d" % (os.getpid(), seed) if OPTIONS.postgres else os.path.join(self.folder, "sync.store")
        self.servers, self.devices, self.proxy = [], [], None

    def run(self):
        self.token = run(place_of("openswiftdata-sync"), "users", "add", "anna", "--zone", "rounds", "--store", self.store).strip()
        self.servers = [Server(self, number) for number in range(OPTIONS.servers)]
        self.proxy = Proxy(random.Random(self.random.random()), [server.port for server in self.servers])
        self.devices = [Device(self, "device%d" % number) for number in range(self.random.randint(2, 4))]
        self.edit()
        self.proxy.is_faulty = False
        for _ in range(3):
            for device in self.devices:
                device.check_no_held_rows()
        newcomer = Device(self, "newcomer")
        newcomer.check_no_held_rows()
        self.check(self.devices + [newcomer])
        for name, number in self.proxy.counts.items():
            count("network: " + name, number)

    def edit(self):
        """Lets all devices finish two runs, between which things are killed."""
        left = {device: 2 for device in self.devices}
        end = time.monotonic() + 300
        while left:
            if time.monotonic() > end:
                raise Failure("the devices do not end")
            for device in list(left):
                if device.process is None:
                    device.begin(self.random.randint(5, 15), self.random.getrandbits(63))
                elif device.has_ended():
                    left[device] -= 1
                    if not left[device]:
                        del left[device]
            time.sleep(self.random.uniform(0.05, 0.3))
            what = self.random.randrange(12)
            running = [device for device in left if device.process is not None]
            if what == 0 and running:
                self.random.choice(running).kill()
                count("kills of devices")
            elif what == 1:
                server = self.random.choice(self.servers)
                server.kill()
                time.sleep(self.random.uniform(0, 0.3))
                server.start()
                count("kills of servers")
            elif what == 2:
                self.compact()

    def compact(self):
        """Merges packets, at times all of them, so that devices begin anew; and at times not to its end."""
        command = [place_of("openswiftdata-sync"), "zones", "compact", "--store", self.store, "--days", self.random.choice(["0", "90"])]
        if self.random.randrange(4):
            run(*command)
            count("compactions")
            return
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(self.random.uniform(0, 0.5))
        process.kill()
        process.wait()
        count("kills of compactions")

    def check(self, devices):
        first = devices[0].content()
        for device in devices[1:]:
            if device.content() != first:
                raise Failure("%s and %s differ" % (devices[0].name, device.name))
        notes, labels = first
        found = {}
        for key, value, picture, _ in notes:
            if key in found:
                raise Failure("%s is there twice" % key)
            found[key] = value
            if picture is not None and picture != bytes([value % 256]) * (70_000 + value % 1_000):
                raise Failure("the picture of %s is another one" % key)
        if len({name for name, _ in labels}) != len(labels):
            raise Failure("a label is there twice")
        unknown = set(found)
        for device in devices:
            allowed, edits = device.edits()
            count("acknowledged edits", edits)
            for key, values in allowed.items():
                unknown.discard(key)
                if found.get(key) not in values:
                    raise Failure("%s is %s instead of %s" % (key, found.get(key), values))
        if unknown:
            raise Failure("%s was never made" % unknown)
        count("rows", len(notes) + len(labels))
        count("devices", len(devices))
        if not OPTIONS.postgres:
            with sqlite3.connect("file:%s?mode=ro" % self.store, uri=True) as store:
                if store.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                    raise Failure("the store of the server is damaged")
                twice = "SELECT count(*) FROM (SELECT 1 FROM ZPACKET WHERE ZGENERATION = 0 GROUP BY ZDEVICE, ZSEQUENCE HAVING count(*) > 1)"
                if store.execute(twice).fetchone()[0]:
                    raise Failure("the server has packets twice")

    def end(self):
        for device in self.devices:
            if device.process is not None:
                device.kill()
        for server in self.servers:
            server.kill()
        if self.proxy is not None:
            self.proxy.close()


def one(seed):
    current = Round(seed)
    try:
        current.run()
        failure = None
    except Exception as error:
        failure = error
    current.end()
    count("rounds")
    if failure is None:
        shutil.rmtree(current.folder)
    else:
        count("failures")
        print("seed %d: %s (%s)" % (seed, failure, current.folder), flush=True)


parser = argparse.ArgumentParser()
parser.add_argument("folder")
parser.add_argument("--rounds", type=int, default=500)
parser.add_argument("--first", type=int, default=1)
parser.add_argument("--jobs", type=int, default=2)
parser.add_argument("--servers", type=int, default=1)
parser.add_argument("--postgres", help="the URL of a server, with a PostgreSQL schema for each round")
OPTIONS = parser.parse_args()
start = time.monotonic()
with concurrent.futures.ThreadPoolExecutor(OPTIONS.jobs) as pool:
    list(pool.map(one, range(OPTIONS.first, OPTIONS.first + OPTIONS.rounds)))
for name in sorted(TOTAL):
    print("%-28s %9d" % (name, TOTAL[name]))
print("%d rounds, %d failures, %d s" % (TOTAL.get("rounds", 0), TOTAL.get("failures", 0), time.monotonic() - start))
sys.exit(1 if TOTAL.get("failures") else 0)
