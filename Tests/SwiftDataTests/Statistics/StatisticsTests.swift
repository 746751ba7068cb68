import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataQueries
import SwiftDataTesting
import TestSupport
import Testing

/// The counts of reads, against the statements that the store runs.
@Suite struct StatisticsTests {
    private func container(_ folder: TemporaryFolder) throws -> ModelContainer {
        let container = try StorePlace.file.container(folder, Account.self, Booking.self)
        let context = ModelContext(container)
        context.autosaveEnabled = false
        var random = ScriptRandom(seed: 4)
        for number in 0..<50 {
            let account = Account(name: "\(number)", level: number)
            context.insert(account)
            for _ in 0..<2 {
                let booking = Booking(number: number, &random)
                context.insert(booking)
                booking.account = account
            }
        }
        try context.save()
        return container
    }

    /// The lines about reads that are written to the log meanwhile. Tests beside this one write too.
    private func lines(_ body: () throws -> Void) rethrows -> [String] {
        let lines = Locked<[String]>([])
        let listener = log.listen { _, line in lines.withLock { $0.append(line) } }
        defer { log.stopListening(listener) }
        try body()
        return lines.withLock { $0 }.filter { $0.contains("Account.name was read") }
    }

    @Test func faultsAreCountedByProperty() throws {
        let folder = try TemporaryFolder()
        let container = try container(folder)
        let context = ModelContext(container)
        let recorder = StatementRecorder(container)
        var accounts: [Account] = []
        let fetches = try recorder.statements { accounts = try context.fetch(FetchDescriptor<Account>()) }
        #expect(context.statistics.fetchCount == 1)
        #expect(context.statistics.fetchCount == fetches.count)
        #expect(context.statistics.fetchedModelCount == 50)
        #expect(context.statistics.faultCount == 0)
        let faults = recorder.statements { for account in accounts { _ = account.bookings.count } }
        let statistics = context.statistics
        #expect(statistics.faultCount == faults.count)
        #expect(statistics.faults.map(\.entityName) == ["Account"])
        #expect(statistics.faults.map(\.propertyName) == ["bookings"])
        #expect(statistics.faults.first?.modelCount == 50)
        context.resetStatistics()
        #expect(context.statistics.faultCount == 0)
        #expect(context.statistics.faults.isEmpty)
    }

    @Test func readsOfOneModelEachAreTold() throws {
        let folder = try TemporaryFolder()
        let container = try container(folder)
        let identifiers = try ModelContext(container).fetchIdentifiers(FetchDescriptor<Account>())
        let context = ModelContext(container)
        context.namesFaultPlaces = true
        let lines = try lines {
            for identifier in identifiers {
                let account = try #require(context.model(for: identifier) as? Account)
                #expect(!account.name.isEmpty)
            }
        }
        let fault = try #require(context.statistics.faults.first)
        #expect(fault.propertyName == "name")
        #expect(fault.count == 50)
        #expect(fault.singleCount == 50)
        let line = try #require(lines.first { $0.contains("N+1") })
        #expect(lines.count { $0.contains("N+1") } == 1)
        #expect(line.contains("Account.name"))
        #expect(line.contains("StatisticsTests"), "\(line)")
    }

    @Test func moreFaultsThanAllowedThrow() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try container(folder))
        let descriptor = FetchDescriptor<Account>()
        let error = #expect(throws: FaultLimitError.self) {
            try context.limitingFaults {
                for account in try context.fetch(descriptor) { _ = account.bookings.count }
            }
        }
        #expect(error?.faults.map(\.propertyName) == ["bookings"])
        #expect(error?.description.contains("Account.bookings") == true)
        // What the closure has counted counts for the context as well.
        #expect(context.statistics.faultCount > 0)
        #expect(context.statistics.fetchCount == 1)

        let other = ModelContext(context.container)
        var prefetching = descriptor
        prefetching.relationshipKeyPathsForPrefetching = [\.bookings]
        let count = try other.limitingFaults {
            try other.fetch(prefetching).reduce(0) { $0 + $1.bookings.count }
        }
        #expect(count == 100)
        struct Stop: Error {}
        #expect(throws: Stop.self) { try other.limitingFaults { throw Stop() } }
    }
}
