"""Speaks the protocol of the sync server through a proxy with TLS, by Python's standard library alone: bodies of the greatest size on
both ways, refusals, events at their times, and connections that are used again.

Usage: through_proxy.py HOST PORT AUTHORITY TOKEN ZONE
AUTHORITY is a file with the certificate that the proxy's is signed by. The zone must be empty. The server takes large values of
96 MiB at least.
"""
import hashlib, http.client, json, os, ssl, struct, sys, time

HOST, PORT, AUTHORITY, TOKEN, ZONE = sys.argv[1:6]
MESSAGE = 16 << 20


def connect(timeout=60):
    return http.client.HTTPSConnection(HOST, int(PORT), timeout=timeout, context=ssl.create_default_context(cafile=AUTHORITY))


def ask(method, path, body=None, headers={}, token=TOKEN, connection=None):
    """The status, the headers and the body of an answer."""
    own = connection or connect(300)
    everything = {"Authorization": "Bearer " + token, "OSD-Sync-Versions": "1", **headers}
    own.request(method, "/v1/zones/%s%s" % (ZONE, path), body, everything)
    answer = own.getresponse()
    data = answer.read()
    if connection is None:
        own.close()
    return answer.status, answer.headers, data


def message(packets):
    """A message with packets, each a device, a sequence and bytes."""
    content = b"".join(struct.pack(">QQQ", device, sequence, len(data)) + data for device, sequence, data in packets)
    head = struct.pack(">QQ", 1, len(content))
    return b"OSDSYNC\n" + head + hashlib.sha256(head + content).digest() + content


def check(what, is_so, *details):
    if not is_so:
        sys.exit("through_proxy: %s: %s" % (what, ", ".join(str(detail)[:300] for detail in details)))
    print("%s" % what, flush=True)


def seconds(start):
    return "%.2f s" % (time.monotonic() - start)


class Events:
    """A stream of events, read line by line with the time of each."""

    def __init__(self):
        self.connection = connect(45)
        self.start = time.monotonic()
        self.connection.request("GET", "/v1/zones/%s/events" % ZONE, headers={
            "Authorization": "Bearer " + TOKEN, "OSD-Sync-Versions": "1", "Accept": "text/event-stream"})
        self.answer = self.connection.getresponse()

    def next(self, beginning):
        while True:
            line = self.answer.readline()
            if not line:
                sys.exit("through_proxy: the stream of events has ended")
            if line.startswith(beginning):
                return time.monotonic()


# Bodies

largest = message([(1, 1, os.urandom(MESSAGE - 56 - 24))])
start = time.monotonic()
status, headers, data = ask("POST", "/packets", largest)
check("a message of 16 MiB is taken in " + seconds(start), len(largest) == MESSAGE and status == 200 and json.loads(data) == {"taken": 1},
      status, data)
start = time.monotonic()
status, headers, data = ask("GET", "/packets?device=00000000000000ff&limit=100000000")
check("and fetched, byte for byte, in " + seconds(start), status == 200 and data == largest, status, len(data))
status, headers, data = ask("POST", "/packets", message([(1, 2, os.urandom(MESSAGE))]))
check("a longer one is refused by the server, which says so in the protocol",
      status == 413 and headers["OSD-Sync-Version"] == "1" and json.loads(data)["code"] == "too-large", status, data)
status, headers, data = ask("POST", "/packets", largest, token="osd_0000000000000000_none")
check("the refusal of a token arrives after a body of 16 MiB", status == 401 and headers["OSD-Sync-Version"] == "1", status, data)

value = os.urandom(96 << 20)
path = "/values/" + hashlib.sha256(value).hexdigest()
start = time.monotonic()
status, headers, data = ask("PUT", path, value)
check("a large value of 96 MiB is taken in one request, in " + seconds(start), status == 201, status, data)
start = time.monotonic()
status, headers, data = ask("GET", path, headers={"Range": "bytes=%d-" % (50 << 20)})
check("and fetched from its middle on, in " + seconds(start), status == 206 and data == value[50 << 20:], status, len(data))

# Connections

own = connect()
statuses = {ask("GET", "", connection=own)[0] for _ in range(20)}
own.close()
check("a connection is used for 20 requests", statuses == {200}, statuses)

# Events

events = Events()
first = events.next(b"event: position") - events.start
check("the first event comes after %.2f s" % first, events.answer.status == 200 and first < 2, events.answer.status)
times = []
for sequence in range(2, 12):
    start = time.monotonic()
    if ask("POST", "/packets", message([(1, sequence, b"some bytes")]))[0] != 200:
        sys.exit("through_proxy: a packet is not taken")
    times.append(events.next(b"event: position") - start)
    # Several changes may be one event.
    time.sleep(0.3)
check("an event follows a packet after %.2f s, in ten cases %.2f s at most" % (sorted(times)[5], max(times)), max(times) < 2.5, times)
beats = [events.next(b":") for _ in range(3)]
gaps = [later - earlier for earlier, later in zip(beats, beats[1:])]
check("heartbeats come every " + " and ".join("%.1f s" % gap for gap in gaps), all(13 < gap < 17 for gap in gaps), gaps)
