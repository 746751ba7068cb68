"""A server of docs/sync-http.md for tests, in one folder, with faults that a test asks for.

Usage: peer.py FOLDER PORT [TOKEN]     prints the port, and ends when its input does

With certificate.pem in the folder it speaks TLS.

Each line of its input is a command, which a line of its output answers with all requests until then:
["faults", [{"of": "POST packets", "times": 1, "do": "status", ...}]], ["settings", {...}], ["tokens", [...]], ["requests", null].
"""
import base64, gzip, hashlib, http.server, json, os, re, socket, ssl, sys, threading, time, urllib.parse, zlib

FOLDER, PORT = sys.argv[1], int(sys.argv[2])
TOKENS = {sys.argv[3]} if len(sys.argv) > 3 else None
LOCK = threading.Condition()
MAGIC, MESSAGE = b"OSDSYNC\n", 16 << 20
log, known, faults, requests = [], {}, [], []
settings = {"account": "account-1", "message": MESSAGE, "gzip": True, "events": True, "first": 0, "values": 0, "keeps": False}


def place(*names):
    path = os.path.join(FOLDER, *names)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def load():
    if os.path.exists(place("log")):
        for line in open(place("log")):
            device, sequence, data = json.loads(line)
            known[device, sequence] = len(log)
            log.append((device, sequence, base64.b64decode(data)))


def number(value):
    return value.to_bytes(8, "big")


def pack(packets):
    content = b"".join(number(int(d, 16)) + number(s) + number(len(b)) + b for d, s, b in packets)
    head = number(1) + number(len(content))
    return MAGIC + head + hashlib.sha256(head + content).digest() + content


def unpack(message):
    head, digest, content = message[8:24], message[24:56], message[56:]
    if message[:8] != MAGIC or hashlib.sha256(head + content).digest() != digest or head != number(1) + number(len(content)):
        raise Problem(422, "damaged")
    packets, at = [], 0
    while at < len(content):
        device, sequence, size = (int.from_bytes(content[at + i:at + i + 8], "big") for i in (0, 8, 16))
        packets.append(("%016x" % device, sequence, content[at + 24:at + 24 + size]))
        at += 24 + size
    return packets


class Problem(Exception):
    def __init__(self, status, code, **headers):
        self.status, self.code, self.headers = status, code, headers


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    last_pulls = {}

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.serve()

    do_HEAD = do_POST = do_PUT = do_GET

    # Requests and faults

    def serve(self):
        url = urllib.parse.urlsplit(self.path)
        self.query = dict(urllib.parse.parse_qsl(url.query))
        self.length = int(self.headers.get("Content-Length") or 0)
        if settings["keeps"]:
            self.close_connection = False
        parts = url.path.strip("/").split("/")
        name = self.command + " " + (parts[3] if len(parts) > 3 else "zone")
        with LOCK:
            requests.append({"name": name, "path": self.path, "port": self.client_address[1], "headers": {k.title(): v for k, v in self.headers.items()}})
            fault = next((f for f in faults if f["of"] == name), None)
            if fault:
                fault["times"] -= 1
                if fault["times"] <= 0:
                    faults.remove(fault)
        try:
            self.handle_request(parts, fault or {"do": None})
        except (ConnectionError, socket.timeout):
            self.close_connection = True

    def handle_request(self, parts, fault):
        kind = fault["do"]
        if kind == "cut-request":
            self.body = self.rfile.read(fault["bytes"])
            if self.command == "PUT":
                self.part(parts[4])
            return self.drop()
        self.body = self.rfile.read(self.length)
        time.sleep(fault.get("delay", 0))
        if kind == "drop":
            return self.drop()
        if kind == "raw":
            self.wfile.write(base64.b64decode(fault["bytes"]))
            self.wfile.flush()
            return self.drop()
        if kind == "status":
            return self.answer(fault["status"], fault.get("body", "").encode(), fault.get("headers", {}), fault.get("version", "1"))
        if kind == "bomb":
            bomb = zlib.compressobj(9, zlib.DEFLATED, 31)
            chunk = bytes(1 << 20)
            body = b"".join(bomb.compress(chunk) for _ in range(fault["megabytes"])) + bomb.flush()
            return self.answer(200, body, {"Content-Encoding": "gzip", "OSD-Sync-Position": "1", "OSD-Sync-More": "false"})
        if kind == "unbounded":
            return self.unbounded()
        if kind == "endless":
            return self.endless()
        self.fault = fault
        try:
            self.check()
            if kind == "twice":
                self.route(parts)
            result = self.route(parts)
        except Problem as problem:
            body = json.dumps({"code": problem.code, "message": "secret of the server"}).encode()
            headers = {"OSD-Sync-Code": problem.code, "Content-Type": "application/json", **problem.headers}
            return self.answer(problem.status, body, headers)
        device = self.query.get("device")
        if kind == "stale":
            result = Handler.last_pulls.get(device, result)
        if self.command == "GET" and parts[3:4] == ["packets"]:
            Handler.last_pulls[device] = result
        if kind == "drop-answer":
            return self.drop()
        if result:
            self.answer(*result, cut=fault.get("bytes") if kind == "cut" else None)
        if kind == "hang-up":
            self.drop()

    def drop(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def unbounded(self):
        self.send_response(200)
        for name in ("OSD-Sync-Version: 1", "OSD-Sync-Position: 1", "OSD-Sync-More: false", "Transfer-Encoding: chunked"):
            self.send_header(*name.split(": "))
        self.end_headers()
        chunk = bytes(1 << 16)
        while True:
            self.wfile.write(b"10000\r\n" + chunk + b"\r\n")

    def endless(self):
        self.send_response(200)
        for name in ("OSD-Sync-Version: 1", "OSD-Sync-Position: 1", "OSD-Sync-More: false", "Content-Length: 1000000"):
            self.send_header(*name.split(": "))
        self.end_headers()
        while True:
            self.wfile.write(b"0")
            time.sleep(0.05)

    def answer(self, status, body=b"", headers={}, version="1", cut=None):
        headers = {"Content-Length": str(len(body)), **headers}
        plain = "values" in self.path
        if len(body) > 1024 and not plain and "Content-Encoding" not in headers and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body)
            headers = {**headers, "Content-Encoding": "gzip", "Content-Length": str(len(body))}
        self.send_response(status)
        if version:
            self.send_header("OSD-Sync-Version", version)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command == "HEAD":
            return
        if cut is not None:
            self.wfile.write(body[:cut])
            self.wfile.flush()
            return self.drop()
        drip = getattr(self, "fault", {}).get("drip")
        for at in range(0, len(body), drip or max(len(body), 1)):
            self.wfile.write(body[at:at + (drip or len(body))])
            if drip:
                time.sleep(self.fault.get("pause", 0.05))

    # The protocol

    def check(self):
        if "1" not in [v.strip() for v in self.headers.get("OSD-Sync-Versions", "").split(",")]:
            raise Problem(400, "version-unsupported")
        if TOKENS is not None and self.headers.get("Authorization", "").removeprefix("Bearer ") not in TOKENS:
            raise Problem(401, "unauthorized", WWW_Authenticate='Bearer realm="sync"')
        if self.headers.get("OSD-Sync-Account", settings["account"]) != settings["account"]:
            raise Problem(409, "account-changed")

    def route(self, parts):
        if parts[:2] != ["v1", "zones"] or len(parts) < 3:
            raise Problem(404, "zone-missing")
        rest = parts[3:]
        if not rest and self.command == "GET":
            return 200, json.dumps({"account": settings["account"], "more": [1]}).encode()
        if rest == ["packets"]:
            return self.push() if self.command == "POST" else self.pull()
        if rest == ["events"]:
            return self.events()
        if len(rest) == 2 and rest[0] == "values":
            if not re.fullmatch("[0-9a-f]{64}", rest[1]):
                raise Problem(400, "bad-request")
            return self.part(rest[1]) if self.command == "PUT" else self.value(rest[1])
        raise Problem(405, "bad-request")

    def push(self):
        body = self.body
        if self.headers.get("Content-Encoding") == "gzip":
            if not settings["gzip"]:
                raise Problem(415, "encoding-unsupported")
            body = zlib.decompressobj(31).decompress(body, MESSAGE)
        if len(body) > settings["message"]:
            raise Problem(413, "too-large")
        taken = 0
        with LOCK:
            for device, sequence, data in unpack(body)[:settings.get("most", 1 << 30)]:
                old = known.get((device, sequence))
                if old is not None and log[old][2] != data:
                    raise Problem(409, "sequence-taken")
                if old is None:
                    with open(place("log"), "a") as file:
                        file.write(json.dumps([device, sequence, base64.b64encode(data).decode()]) + "\n")
                        file.flush(), os.fsync(file.fileno())
                    known[device, sequence] = len(log)
                    log.append((device, sequence, data))
                taken += 1
            LOCK.notify_all()
        return 200, json.dumps({"taken": taken}).encode()

    def pull(self):
        with LOCK:
            after = self.query.get("after", "p%d" % settings["first"])
            if not re.fullmatch("p[0-9]+", after) or not settings["first"] <= int(after[1:]) <= len(log):
                raise Problem(410, "cursor-invalid")
            at, left, packets = int(after[1:]), int(self.query["limit"]), []
            while at < len(log):
                if log[at][0] != self.query.get("device"):
                    left -= len(log[at][2]) + 24
                    if packets and left < 0:
                        break
                    packets.append(log[at])
                at += 1
            headers = {"OSD-Sync-Position": "p%d" % at, "OSD-Sync-More": "true" if at < len(log) else "false"}
        headers["Content-Type"] = "application/vnd.openswiftdata.packets"
        return 200, pack(packets), headers

    def value(self, name):
        with LOCK:
            if not os.path.exists(place("values", name)):
                part = place("parts", name)
                raise Problem(404, "value-missing", OSD_Sync_Offset=str(os.path.getsize(part) if os.path.exists(part) else 0))
            data = open(place("values", name), "rb").read()
        found = re.fullmatch("bytes=([0-9]+)-", self.headers.get("Range", ""))
        if not found or self.command == "HEAD":
            return 200, data, {"Content-Type": "application/octet-stream"}
        start = int(found[1])
        if start >= len(data):
            raise Problem(416, "bad-request")
        return 206, data[start:], {"Content-Range": "bytes %d-%d/%d" % (start, len(data) - 1, len(data))}

    def part(self, name):
        found = re.fullmatch("bytes ([0-9]+)-([0-9]+)/([0-9]+)", self.headers.get("Content-Range", ""))
        start, size = (int(found[1]), int(found[3])) if found else (0, self.length)
        with LOCK:
            if os.path.exists(place("values", name)):
                return 200, b""
            path = place("parts", name)
            data = open(path, "rb").read() if os.path.exists(path) else b""
            if start > len(data):
                raise Problem(409, "offset-mismatch", OSD_Sync_Offset=str(len(data)))
            data += self.body[len(data) - start:]
            with open(path, "wb") as file:
                file.write(data)
            if len(data) < size:
                return 202, b"", {"OSD-Sync-Offset": str(len(data))}
            if len(data) != size or hashlib.sha256(data).hexdigest() != name:
                os.remove(path)
                raise Problem(422, "damaged")
            os.rename(path, place("values", name))
            settings["values"] += 1
            LOCK.notify_all()
            return 201, b""

    def events(self):
        if not settings["events"]:
            raise Problem(405, "bad-request")
        self.send_response(200)
        for name in ("OSD-Sync-Version: 1", "Content-Type: text/event-stream", "Transfer-Encoding: chunked"):
            self.send_header(*name.split(": "))
        self.end_headers()
        position, values = self.headers.get("Last-Event-ID"), settings["values"]
        limit = time.monotonic() + self.fault.get("seconds", 3600)
        while time.monotonic() < limit and not settings.get("silent"):
            with LOCK:
                LOCK.wait_for(lambda: "p%d" % len(log) != position or settings["values"] != values, timeout=0.5)
                text = ": heartbeat\n\n"
                if "p%d" % len(log) != position:
                    position = "p%d" % len(log)
                    text = "id: %s\nevent: position\ndata: {}\n\n" % position
                elif settings["values"] != values:
                    values = settings["values"]
                    text = "event: values\ndata: {}\n\n"
            self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text.encode()))
            self.wfile.flush()
        if settings.get("silent"):
            time.sleep(60)
        self.drop()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads, request_queue_size = True, 64

    def handle_error(self, *_):
        pass


load()
server = Server(("127.0.0.1", PORT), Handler)
if os.path.exists(place("certificate.pem")):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(place("certificate.pem"), place("key.pem"))
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()


def end_with(parent):
    # Another server that was started meanwhile may hold the input open.
    while os.getppid() == parent:
        time.sleep(2)
    os._exit(0)


threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
for line in sys.stdin:
    command, value = json.loads(line)
    with LOCK:
        if command == "faults":
            faults.extend(value)
        if command == "settings":
            settings.update(value)
        if command == "tokens":
            TOKENS = set(value)
        LOCK.notify_all()
        print(json.dumps(requests), flush=True)
os._exit(0)
