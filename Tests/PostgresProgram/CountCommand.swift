#if PostgreSQL
import ArgumentParser
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres

/// A number that writers raise.
@Model final class Tally {
    #Unique<Tally>([\.name])

    var name: String
    var value: Int

    init(name: String) { (self.name, value) = (name, 0) }
}

/// `PostgresProgram count`: raises the same numbers in several threads. An update that is lost is a number that is too low.
struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Raises the same numbers in several threads, and prints how often."
    )

    @OptionGroup var database: DatabaseOptions

    @Option(help: "The number of writers.")
    var writers = 4

    @Option(help: "The time after which no writer begins another save, in seconds.")
    var seconds = 5.0

    func run() throws {
        let container = try ModelContainer(for: Tally.self, configurations: database.configuration)
        let end = ContinuousClock.now + .seconds(seconds)
        let count = Locked(0)
        let failures = Locked<[String]>([])
        let group = DispatchGroup()
        for writer in 1...max(writers, 1) {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                while ContinuousClock.now < end {
                    do {
                        try Self.raise(container, isIsolated: writer.isMultiple(of: 2))
                        count.withLock { $0 += 1 }
                    } catch let error as StoreError where error.code == .conflict || error.code == .locked {
                        // Nothing was written: it is done again.
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                }
            }
        }
        group.wait()
        print(count.withLock { $0 })
        for failure in failures.withLock({ Set($0) }).sorted() { print("failed: \(failure)") }
    }

    /// Adds 1 to a number: in an isolated transaction, or by a save that meets a conflict where another one was first.
    private static func raise(_ container: ModelContainer, isIsolated: Bool) throws {
        let context = ModelContext(container)
        context.mergePolicy = .error
        let step = {
            guard let tally = try context.fetch(FetchDescriptor<Tally>()).first else { return }
            tally.value += 1
        }
        guard isIsolated else {
            try step()
            return try context.save()
        }
        try context.transaction(isolated: true, block: step)
    }
}
#endif
