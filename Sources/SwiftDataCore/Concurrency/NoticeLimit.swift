import Dispatch

/// A limit on messages of one kind, so that work on many objects does not flood the log.
///
/// A pure value that gets the time as a parameter, so that tests do not wait. A window of a second begins with the
/// first message of a kind. Some messages pass in it, the rest are counted.
package struct NoticeLimit: Sendable {
    /// The number of messages of a kind that pass in a window.
    package static let most = 5
    /// The length of a window in nanoseconds.
    package static let window: UInt64 = 1_000_000_000
    /// The number of kinds with limits of their own. Further kinds share one limit until the windows of earlier kinds
    /// end.
    package static let mostKinds = 256
    private static let sharedKind = "further kinds of messages"

    private struct Window {
        let begin: UInt64
        var count = 0
        var leftOut: Int { max(count - NoticeLimit.most, 0) }
    }

    private var windows: [String: Window] = [:]

    package init() {}

    /// The number of kinds that are being counted.
    package var kindCount: Int { windows.count }

    /// True if any message has been left out of a window that has not been closed.
    package var hasOmittedMessages: Bool { windows.values.contains { $0.leftOut > 0 } }

    /// Counts a message.
    /// - Returns: True if the message passes, and the number of messages left out of the windows that are over, by
    ///   kind.
    package mutating func admit(_ kind: String, at now: UInt64) -> (passes: Bool, leftOut: [(kind: String, count: Int)])
    {
        var closed: [(kind: String, count: Int)] = []
        if let window = windows[kind], now &- window.begin >= Self.window { closed += close(kind) }
        if windows[kind] == nil, windows.count >= Self.mostKinds { closed += closeAll(before: now) }
        let key = windows[kind] != nil || windows.count < Self.mostKinds ? kind : Self.sharedKind
        windows[key, default: Window(begin: now)].count += 1
        return (windows[key].map { $0.count <= Self.most } ?? true, closed)
    }

    /// Ends the windows whose time is over.
    /// - Returns: The number of messages left out of the windows, by kind.
    package mutating func closeAll(before now: UInt64) -> [(kind: String, count: Int)] {
        let over = windows.filter { now &- $0.value.begin >= Self.window }.keys.sorted()
        return over.flatMap { close($0) }
    }

    private mutating func close(_ kind: String) -> [(kind: String, count: Int)] {
        guard let window = windows.removeValue(forKey: kind), window.leftOut > 0 else { return [] }
        return [(kind, window.leftOut)]
    }
}
