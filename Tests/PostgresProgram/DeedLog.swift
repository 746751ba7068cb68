#if PostgreSQL
import Foundation

/// The log of a run: a line for each save that has ended, written before the next save of its writer begins.
///
/// A line is in the file when ``append(_:)`` returns, whatever becomes of the process.
struct DeedLog: Sendable {
    /// What has become of a save.
    enum Outcome: Equatable {
        case saved
        /// The save has thrown an error with this code, and is made again.
        case failed(String)
        /// The save has thrown `outcomeUnknown`, and is not made again.
        case unknown
    }

    /// A line of the log. Times are nanoseconds of a clock that all processes share and nobody sets.
    enum Line: Equatable {
        case begin(UInt64)
        case save(DeedKey, Outcome, begin: UInt64, end: UInt64)
        case end(UInt64)
    }

    private let descriptor: Int32

    /// Opens a log, and makes it if it is missing.
    init(appendingTo path: String) throws {
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// The time of the clock.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Writes a line by one call of the system.
    func append(_ line: Line) throws {
        let bytes = Array((line.text + "\n").utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    /// The lines of a log.
    static func lines(of path: String) throws -> [Line] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            guard let known = Line(line) else { throw CocoaError(.fileReadCorruptFile) }
            return known
        }
    }
}

extension DeedLog.Line {
    fileprivate var text: String {
        switch self {
        case .begin(let time): "begin \(time)"
        case .end(let time): "end \(time)"
        case .save(let key, let outcome, let begin, let end):
            "\(outcome.text) \(key.writer) \(key.number) \(begin) \(end)"
        }
    }

    fileprivate init?(_ text: Substring) {
        let words = text.split(separator: " ")
        switch (words.first, words.count) {
        case ("begin", 2): self = .begin(UInt64(words[1]) ?? 0)
        case ("end", 2): self = .end(UInt64(words[1]) ?? 0)
        case (let outcome?, 5):
            guard let number = Int(words[2]), let begin = UInt64(words[3]), let end = UInt64(words[4]) else {
                return nil
            }
            let key = DeedKey(writer: String(words[1]), number: number)
            self = .save(key, DeedLog.Outcome(outcome), begin: begin, end: end)
        default: return nil
        }
    }
}

extension DeedLog.Outcome {
    fileprivate var text: String {
        switch self {
        case .saved: "saved"
        case .failed(let code): "failed:\(code)"
        case .unknown: "unknown"
        }
    }

    fileprivate init(_ text: Substring) {
        switch text {
        case "saved": self = .saved
        case "unknown": self = .unknown
        default: self = .failed(text.split(separator: ":").last.map(String.init) ?? "")
        }
    }
}
#endif
