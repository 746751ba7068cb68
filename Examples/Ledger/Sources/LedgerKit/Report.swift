import Foundation

/// The lines of the report: what was asked, the answer, and the time that it took.
public struct Report {
    public struct Line: Sendable {
        public let title: String
        public let answer: String
        public let duration: Duration
    }

    public private(set) var lines: [Line] = []
    /// Is called with each line as it is there.
    public var print: (Line) -> Void = { _ in }

    public init() {}

    /// Runs a step, and notes its answer and its time.
    public mutating func step(_ title: String, _ run: () throws -> String) rethrows {
        let clock = ContinuousClock()
        let start = clock.now
        let answer = try run()
        let line = Line(title: title, answer: answer, duration: clock.now - start)
        lines.append(line)
        print(line)
    }

    public func answer(_ title: String) -> String? { lines.first { $0.title == title }?.answer }
}

extension Report.Line: CustomStringConvertible {
    public var description: String {
        let milliseconds = Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
        let time = String(format: "%10.1f ms", milliseconds)
        return "\(time)  \(title): \(answer)"
    }
}
