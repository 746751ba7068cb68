"""A proxy for one request of a connection, which fails as networks do: it answers 503, cuts requests and answers, sends requests
twice, waits, and drops."""
import socket, threading, time

FAULTS = {"unavailable": 8, "cut request": 8, "cut answer": 8, "lost answer": 6, "twice": 8, "slow": 5, "dropped": 5}


class Proxy:
    def __init__(self, random, upstream):
        self.random, self.upstream, self.is_faulty = random, upstream, True
        self.counts, self.lock = {}, threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def close(self):
        self.listener.close()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.handle, args=(client,), daemon=True).start()

    def choose(self):
        """A fault, or None, a server, and a share of the bytes."""
        with self.lock:
            port, share = self.random.choice(self.upstream), self.random.random()
            number = self.random.randrange(100)
            if not self.is_faulty:
                return None, port, share
            for name, weight in FAULTS.items():
                number -= weight
                if number < 0:
                    self.counts[name] = self.counts.get(name, 0) + 1
                    return name, port, share
            return None, port, share

    def handle(self, client):
        client.settimeout(60)
        try:
            with client:
                self.relay(client)
        except OSError:
            pass

    def relay(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            more = client.recv(65536)
            if not more or len(head) > 1 << 17:
                return
            head += more
        head, body = head.split(b"\r\n\r\n", 1)
        lines = head.split(b"\r\n")
        names = {line.split(b":", 1)[0].lower(): line.split(b":", 1)[1].strip() for line in lines[1:]}
        if b"expect" in names:
            client.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        length = int(names.get(b"content-length", b"0"))
        while len(body) < length:
            more = client.recv(65536)
            if not more:
                return
            body += more
        kept = [line for line in lines if line.split(b":", 1)[0].lower() not in (b"connection", b"expect")]
        request = b"\r\n".join(kept + [b"Connection: close", b"", b""]) + body
        fault, port, share = self.choose()
        if fault == "unavailable":
            client.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        if fault == "dropped":
            return
        if fault == "slow":
            time.sleep(share)
        if fault == "cut request":
            with socket.create_connection(("127.0.0.1", port), 10) as server:
                server.sendall(request[:int(len(request) * share)])
            return
        if fault == "twice":
            self.ask(port, request)
        answer = self.ask(port, request)
        if fault == "lost answer":
            return
        client.sendall(answer[:int(len(answer) * share)] if fault == "cut answer" else answer)

    def ask(self, port, request):
        with socket.create_connection(("127.0.0.1", port), 10) as server:
            server.settimeout(60)
            server.sendall(request)
            answer = bytearray()
            while more := server.recv(65536):
                answer += more
            return bytes(answer)
