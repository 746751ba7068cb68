#if PostgreSQL
import Foundation

/// A server in front of the test server, which cuts connections at their commits.
///
/// `@unchecked Sendable`: `lock` guards the plan; the rest is immutable.
final class CuttingProxy: @unchecked Sendable {
    enum Cut: CaseIterable {
        /// The commit goes through.
        case none
        /// The server never gets it.
        case beforeTheServer
        /// The server gets it, and nobody hears of that.
        case behindTheServer
    }

    /// The folder of the socket, for `host=`.
    let folder: String
    private let target: String
    private let lock = NSLock()
    private var next = Cut.none
    private var beforehand: @Sendable () -> Void = {}
    private let listener: Int32

    /// - Parameter target: The folder of the test server's socket.
    init(target: String) throws {
        self.target = target
        folder = NSTemporaryDirectory() + "proxy-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        let path = folder + "/.s.PGSQL.5432"
        guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
            throw POSIXError(.EADDRNOTAVAIL)
        }
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { return }
                self.serve(client)
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Decides what becomes of the next commit.
    /// - Parameter beforehand: Called before the server has the commit.
    func cut(_ cut: Cut, _ beforehand: @escaping @Sendable () -> Void = {}) {
        lock.withLock { (next, self.beforehand) = (cut, beforehand) }
    }

    private func takeCut() -> Cut {
        let (cut, call) = lock.withLock {
            defer { (next, beforehand) = (.none, {}) }
            return (next, beforehand)
        }
        call()
        return cut
    }

    private func serve(_ client: Int32) {
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard Self.withAddress(target + "/.s.PGSQL.5432", { connect(server, $0, $1) }) == 0 else {
            close(client)
            close(server)
            return
        }
        let isDeaf = Deafness()
        let sockets = SocketPair(client: client, server: server)
        Thread.detachNewThread { [self] in
            defer { sockets.shutDown() }
            pump(from: client, to: server) { bytes in
                guard bytes.contains("COMMIT\0") else { return true }
                switch takeCut() {
                case .none: return true
                case .beforeTheServer: return false
                case .behindTheServer:
                    isDeaf.set()
                    return true
                }
            }
        }
        Thread.detachNewThread { [self] in
            defer { sockets.shutDown() }
            // The answer to a commit that nobody is to hear of ends the connection.
            pump(from: server, to: client) { _ in !isDeaf.isSet }
        }
    }

    private func pump(from source: Int32, to sink: Int32, _ mayPass: (String) -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0, mayPass(String(decoding: buffer[..<count], as: UTF8.self)) else { return }
            var sent = 0
            while sent < count {
                let written = buffer.withUnsafeBytes {
                    send(sink, $0.baseAddress! + sent, count - sent, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else { return }
                sent += written
            }
        }
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            place.copyBytes(from: path.utf8.prefix(place.count - 1))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

/// The sockets of a connection, which are closed when both threads that serve it have ended.
private final class SocketPair: Sendable {
    private let client: Int32
    private let server: Int32

    init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

    deinit {
        close(client)
        close(server)
    }

    /// Ends what either thread waits for.
    func shutDown() {
        shutdown(client, Int32(SHUT_RDWR))
        shutdown(server, Int32(SHUT_RDWR))
    }
}

/// A flag that two threads share.
private final class Deafness: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
}
#endif
