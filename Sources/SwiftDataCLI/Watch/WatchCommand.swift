import ArgumentParser
import Dispatch
import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// `openswiftdata watch`
struct WatchCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Prints the changes of a store as they are saved, row by row.",
        discussion: """
            A line for each row that a save has changed: the time, the author, the change, the row, and the values that it \
            has now, of an update those that have changed. It goes on until Ctrl-C, --limit or --seconds. The store must \
            keep a history, and is only read. --json prints a JSON object in each line.

              openswiftdata watch STORE --seconds 1
              openswiftdata watch STORE Book --limit 3 --since 0 --json
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "Only rows of this entity and those below it.")
    var entity: String?

    @Option(help: "Begin behind the transaction of this number, 0 for all; without it, behind the last one.")
    var since: Int64?

    @Option(help: "The number of changes after which the command ends.")
    var limit: Int?

    @Option(help: "The number of seconds after which the command ends.")
    var seconds: Double?

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("The limit must be positive.") }
        if let seconds, !(seconds >= 0) { throw ValidationError("The seconds must not be negative.") }
    }

    func execute(_ console: Console) async throws {
        let store = try DynamicTool.open(arguments.store)
        defer { try? store.close() }
        let outline = try entity.map { try DynamicTool.entity($0, of: store) }
        guard store.hasHistory else {
            throw ToolFailure("The store keeps no history, which the command reads.")
        }
        // The notices begin before the history is read, so that no commit falls in between.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let notices = CommitNotices(URL(fileURLWithPath: arguments.store)) { continuation.yield() }
        defer { withExtendedLifetime(notices) {} }
        let end = WatchEnd { continuation.finish() }
        defer { end.cancel() }
        if let seconds { end.schedule(after: seconds) }
        let listing = WatchListing(store, outline, console, asJSON: arguments.json)
        var last = try since ?? store.lastTransaction()
        var left = limit ?? .max
        continuation.yield()
        for await _ in stream {
            for transaction in try store.history(after: last) {
                last = transaction.id
                left -= try listing.print(transaction, atMost: left)
                if left == 0 { return }
            }
        }
    }
}

/// Ends a watch on time, or when Ctrl-C is pressed: the files in the temporary folder are removed then.
private final class WatchEnd {
    private let finish: @Sendable () -> Void
    private let interrupts: Interrupts
    private var timer: (any DispatchSourceTimer)?

    init(_ finish: @escaping @Sendable () -> Void) {
        self.finish = finish
        interrupts = Interrupts(finish)
    }

    func schedule(after seconds: Double) {
        let source = DispatchSource.makeTimerSource(queue: .global())
        source.schedule(deadline: .now() + min(seconds, 1e9))
        source.setEventHandler(handler: finish)
        source.resume()
        timer = source
    }

    func cancel() {
        timer?.cancel()
        interrupts.cancel()
    }
}
