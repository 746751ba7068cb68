import Foundation

/// Where exported rows go, a piece at a time: to the output, or to a file that is whole or not there.
final class RowFile {
    private let put: (String) throws -> Void
    private var pending = ""

    private init(_ put: @escaping (String) throws -> Void) {
        self.put = put
    }

    func write(_ text: String) throws {
        pending += text
        if pending.utf8.count >= Self.pieceSize { try flush() }
    }

    private static let pieceSize = 1 << 16

    private func flush() throws {
        try put(pending)
        pending = ""
    }

    /// - Throws: what `body` throws, and ``ToolFailure`` where the file cannot be written; it is removed then.
    static func write(to path: String?, _ console: Console, _ body: (RowFile) throws -> Void) throws {
        guard let path else {
            let file = RowFile { console.output($0) }
            try body(file)
            return try file.flush()
        }
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw ToolFailure("The file \(path) cannot be written.") }
        defer { try? handle.close() }
        do {
            let file = RowFile { try handle.write(contentsOf: Data($0.utf8)) }
            try body(file)
            try file.flush()
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }
}
