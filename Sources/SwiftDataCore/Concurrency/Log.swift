import Dispatch
import Logging

/// The destination of notices and warnings: the swift-log logger with the label "SwiftData". No message holds a stored
/// value.
package struct Log: Sendable {
    /// The severity of a message.
    package enum Level: Sendable { case debug, notice, warning, error }

    private struct Limited {
        var limit = NoticeLimit()
        /// True if a closing of windows has been arranged.
        var isArranged = false
    }

    private let logger = Logger(label: "SwiftData")
    private let counting = Locked(Limited())
    private let listeners = Locked<[Int: @Sendable (Level, String) -> Void]>([:])

    package func debug(_ message: String) { write(.debug, message) }
    package func notice(_ message: String) { write(.notice, message) }
    package func warning(_ message: String) { write(.warning, message) }
    package func error(_ message: String) { write(.error, message) }

    /// Writes a message that may come once for each of many objects. Of one kind, ``NoticeLimit/most`` are written in a
    /// second; how many were left out is written afterwards.
    /// - Parameter kind: The part that the messages have in common: an event with its entity and property, never a
    ///   value or a row.
    package func limited(_ level: Level, _ kind: String, _ message: @autoclosure () -> String) {
        let now = DispatchTime.now().uptimeNanoseconds
        let (passes, leftOut, arranges) = counting.withLock { limited in
            let (passes, leftOut) = limited.limit.admit(kind, at: now)
            let arranges = !passes && !limited.isArranged
            if arranges { limited.isArranged = true }
            return (passes, leftOut, arranges)
        }
        report(leftOut)
        if passes { write(level, message()) }
        if arranges { closeLater() }
    }

    /// Calls a function with each message besides the logger, until ``stopListening(_:)``.
    package func listen(_ listener: @escaping @Sendable (Level, String) -> Void) -> Int {
        listeners.withLock { listeners in
            let number = (listeners.keys.max() ?? 0) + 1
            listeners[number] = listener
            return number
        }
    }

    package func stopListening(_ number: Int) { listeners.withLock { $0[number] = nil } }

    private func closeLater() {
        let delay = DispatchTimeInterval.nanoseconds(Int(NoticeLimit.window))
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + delay) {
            let (leftOut, hasOmittedMessages) = counting.withLock { limited in
                let leftOut = limited.limit.closeAll(before: DispatchTime.now().uptimeNanoseconds)
                limited.isArranged = limited.limit.hasOmittedMessages
                return (leftOut, limited.isArranged)
            }
            report(leftOut)
            if hasOmittedMessages { closeLater() }
        }
    }

    private func report(_ leftOut: [(kind: String, count: Int)]) {
        for (kind, count) in leftOut { write(.notice, "\(count) more messages like it were left out: \(kind).") }
    }

    private func write(_ level: Level, _ message: String) {
        switch level {
        case .debug: logger.debug("\(message)")
        case .notice: logger.notice("\(message)")
        case .warning: logger.warning("\(message)")
        case .error: logger.error("\(message)")
        }
        for listener in listeners.withLock({ Array($0.values) }) { listener(level, message) }
    }
}

package let log = Log()
