"""An HTTP proxy for tests that knows CONNECT alone.

Usage: proxy.py LOG [USER:PASSWORD]     prints the port, writes a line to LOG for each CONNECT, and ends with its parent
"""
import base64, os, socket, socketserver, sys, threading, time

LOG = sys.argv[1]
WANTED = "Basic " + base64.b64encode(sys.argv[2].encode()).decode() if len(sys.argv) > 2 else None


def carry(source, target):
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        method, target, _ = self.rfile.readline().decode().split()
        headers = {}
        while line := self.rfile.readline().decode().strip():
            name, value = line.split(":", 1)
            headers[name.lower()] = value.strip()
        allowed = method == "CONNECT" and (WANTED is None or headers.get("proxy-authorization") == WANTED)
        with open(LOG, "a") as log:
            log.write("%s %s %s\n" % (method, target, "allowed" if allowed else "refused"))
        if not allowed:
            self.wfile.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return
        host, port = target.rsplit(":", 1)
        with socket.create_connection((host, int(port))) as server:
            self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            back = threading.Thread(target=carry, args=(server, self.connection))
            back.start()
            carry(self.connection, server)
            back.join()


class Server(socketserver.ThreadingTCPServer):
    daemon_threads, allow_reuse_address = True, True

    def handle_error(self, *_):
        pass


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
parent = os.getppid()
while os.getppid() == parent:
    time.sleep(2)
os._exit(0)
