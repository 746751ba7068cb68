import SwiftDataCore

/// A bar on the terminal, drawn again in place as work continues, and erased when it ends.
final class ProgressBar: Sendable {
    private let label: String
    private let console: Console
    private let isShown: Bool
    private let drawn = Locked("")

    init(_ label: String, _ console: Console, isShown: Bool) {
        self.label = label
        self.console = console
        self.isShown = isShown
    }

    /// - Parameter fraction: From 0 to 1.
    func show(_ fraction: Double, _ detail: String = "") {
        guard isShown else { return }
        let part = fraction.isFinite ? min(max(fraction, 0), 1) : 0
        let filled = Int(part * Double(Self.width))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
        let line = "\(label) [\(bar)] \(Int(part * 100)) % \(TextTable.printable(detail))"
        drawn.withLock { drawn in
            guard line != drawn else { return }
            console.messages("\r" + line + String(repeating: " ", count: max(0, drawn.count - line.count)))
            drawn = line
        }
    }

    func show(_ done: Int, of total: Int, _ detail: String = "") {
        show(total > 0 ? Double(done) / Double(total) : 0, detail)
    }

    /// Wipes the bar.
    func finish() {
        drawn.withLock { drawn in
            guard !drawn.isEmpty else { return }
            console.messages("\r" + String(repeating: " ", count: drawn.count) + "\r")
            drawn = ""
        }
    }

    private static let width = 30
}
