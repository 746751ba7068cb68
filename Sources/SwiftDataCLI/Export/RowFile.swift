import Foundation

/// The destination of exported rows, which are written a piece at a time: the output, or a file that is complete or
/// absent.
final class RowFile {
    private let put: ([UInt8]) throws -> Void
    private var pending: [UInt8] = []

    private init(_ put: @escaping ([UInt8]) throws -> Void) {
        self.put = put
    }

    func write(_ text: String) throws {
        pending.append(contentsOf: text.utf8)
        if pending.count >= Self.pieceSize { try flush() }
    }

    /// Writes UTF-8.
    func write(_ bytes: [UInt8]) throws {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.pieceSize { try flush() }
    }

    private static let pieceSize = 1 << 16

    private func flush() throws {
        try put(pending)
        pending.removeAll(keepingCapacity: true)
    }

    /// - Throws: The errors of `body`, and ``ToolFailure`` where the file cannot be written; it is removed then.
    static func write(to path: String?, _ console: Console, _ body: (RowFile) throws -> Void) throws {
        guard let path else {
            let file = RowFile { console.output(String(decoding: $0, as: UTF8.self)) }
            try body(file)
            return try file.flush()
        }
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw ToolFailure("The file \(path) cannot be written.") }
        defer { try? handle.close() }
        do {
            let file = RowFile { try handle.write(contentsOf: Data($0)) }
            try body(file)
            try file.flush()
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }
}
