import Dispatch
import Foundation

/// Reports a request to end the program, by Ctrl-C or by its name. Where the system has no such signals, it just ends.
final class Interrupts {
    #if os(Windows) || PORTABLE_FALLBACKS
        init(_ handler: @escaping @Sendable () -> Void) {}

        func cancel() {}
    #else
        private static let numbers = [SIGINT, SIGTERM]
        private let sources: [any DispatchSourceSignal]

        init(_ handler: @escaping @Sendable () -> Void) {
            sources = Self.numbers.map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler(handler: handler)
                source.resume()
                return source
            }
        }

        /// The next signal ends the program.
        func cancel() {
            for source in sources { source.cancel() }
            for number in Self.numbers { signal(number, SIG_DFL) }
        }
    #endif
}
