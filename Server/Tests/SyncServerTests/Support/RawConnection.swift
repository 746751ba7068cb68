import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A connection that sends any bytes, and stops when it likes.
final class RawConnection: Sendable {
    private let socket: Int32

    struct Failure: Error {}

    init(port: Int) throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        socket = Foundation.socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var time = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Failure() }
    }

    deinit { close(socket) }

    /// Returns true where the other side has taken all bytes.
    @discardableResult
    func send(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Foundation.send(
                    socket,
                    bytes.baseAddress?.advanced(by: sent),
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL.magnitude)
                )
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    func send(_ text: String) { send(Data(text.utf8)) }

    /// Sends more than the buffers of the system may take.
    @discardableResult
    func sendAside(_ data: Data) async -> Bool { await Blocking.run { [self] in send(data) } }

    /// Ends what is sent.
    func finish() { shutdown(socket, Int32(SHUT_WR)) }

    /// Reads until the other side ends, some text was read, or ten seconds pass.
    func read(until text: String? = nil) async -> String {
        await Blocking.run { [self] in collect(until: text) }
    }

    private func collect(until text: String?) -> String {
        var (all, chunk) = (Data(), [UInt8](repeating: 0, count: 4_096))
        while true {
            let count = recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            all += chunk.prefix(count)
            if let text, String(decoding: all, as: UTF8.self).contains(text) { break }
        }
        return String(decoding: all, as: UTF8.self)
    }
}

/// Work that blocks its thread, which is none of Swift's: the server of a test needs these.
enum Blocking {
    static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let result = await run { Swift.Result { try body() } }
        return try result.get()
    }
}
