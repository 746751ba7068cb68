import Foundation
import SwiftData

/// The whole run: the load for a time, what it takes meanwhile, and what is left of it at the end.
struct Soak {
    /// The number of requests that are served at the same time.
    static let lanes = 4
    static let accounts = 200

    let seconds: Double
    /// The number of requests that the run serves at least, however long they take. It then lasts until the growth of
    /// memory is known as well.
    let requests: Int?
    let place: Place
    let tally = Tally()

    /// The sum that saves which returned have added, and that is not there.
    func run() async throws -> Int {
        try await load()
        let lost = try check()
        let left = await modelsThatStay()
        if left > 0 { tally.found("models that stay in memory: \(left), at most 0") }
        let files = Usage.count(in: place.temporary.path)
        if files > 0 { tally.found("temporary files that stay: \(files), at most 0") }
        if tally.memoryGrowth > Bounds.memoryGrowth {
            tally.found("growth of allocated bytes: \(tally.memoryGrowth), at most \(Bounds.memoryGrowth)")
        }
        return lost
    }

    private func container() throws -> ModelContainer {
        var configuration = ModelConfiguration(url: place.store)
        configuration.writeAheadLogLimit = Bounds.logLimit
        return try ModelContainer(for: Account.self, Booking.self, Tag.self, configurations: configuration)
    }

    private func load() async throws {
        let container = try container()
        let context = ModelContext(container)
        for number in 0..<Self.accounts { context.insert(Account(number: number)) }
        for number in 0..<6 { context.insert(Tag(name: "tag \(number)")) }
        try context.save()
        let requests = Requests(container: container, accounts: Self.accounts, tally: tally)
        let listeners = Listeners(container: container, tally: tally)
        let others = Others(place: place, container: container, tally: tally)
        await withTaskGroup(of: Void.self) { group in
            for lane in 0..<Self.lanes { group.addTask { await requests.serve(lane) } }
            for lane in 0..<3 { group.addTask { await listeners.listen(lane) } }
            group.addTask { await listeners.observe() }
            group.addTask { await others.readForLong() }
            group.addTask { await others.openAndClose() }
            group.addTask { await others.forget() }
            await measure()
            tally.end()
        }
        try await checkLog(container)
    }

    private func measure() async {
        let end = Date.now.addingTimeInterval(seconds)
        while Date.now < end || tally.done("requests") < requests ?? 1 || requests != nil && !tally.knowsGrowth {
            try? await Task.sleep(for: .milliseconds(500))
            tally.note(Usage(place))
            let files = Usage.count(in: place.largeValues.path)
            let limit = Bounds.largeValues(accounts: Self.accounts)
            if files > limit { tally.found("files of large values: \(files), at most \(limit)") }
        }
    }

    /// Once there are no readers, two saves bring the `-wal` down to its limit.
    private func checkLog(_ container: ModelContainer) async throws {
        for step in 0..<2 {
            let context = ModelContext(container)
            try Requests.account(step, context)?.group = "last"
            try context.save()
        }
        let size = Usage.size(of: place.store.path + "-wal")
        if size > Bounds.logLimit { tally.found("bytes in the -wal at the end: \(size), at most \(Bounds.logLimit)") }
    }

    /// Opens the store anew and compares what is there with what saves have told.
    private func check() throws -> Int {
        let context = ModelContext(try container())
        let accounts = try context.fetch(FetchDescriptor<Account>())
        if accounts.count != Self.accounts { tally.found("accounts: \(accounts.count) of \(Self.accounts)") }
        for account in accounts where account.name == "never saved" { tally.found("a row has what nobody saved") }
        let pictures = accounts.filter { $0.picture != nil }.count
        let files = Usage.count(in: place.largeValues.path)
        if files > pictures { tally.found("files of large values at the end: \(files), at most \(pictures)") }
        return abs(tally.added - accounts.reduce(0) { $0 + $1.balance })
    }
}
