import Logging

/// Where notices and warnings go: the swift-log logger with the label "SwiftData". No message holds a stored value.
package struct Log: Sendable {
    private let logger = Logger(label: "SwiftData")

    package func notice(_ message: String) { logger.notice("\(message)") }
    package func warning(_ message: String) { logger.warning("\(message)") }
    package func error(_ message: String) { logger.error("\(message)") }
}

package let log = Log()
