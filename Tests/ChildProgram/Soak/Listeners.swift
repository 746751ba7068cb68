import Foundation
import SwiftData

/// Streams and observers that come and go.
struct Listeners: Sendable {
    let container: ModelContainer
    let tally: Tally

    /// Follows the results of a fetch, the history, or the results in an actor, each for a while.
    func listen(_ lane: Int) async {
        var round = lane
        while !tally.isOver {
            round += 1
            let listening = Task { [round] in
                switch round % 3 {
                case 0: try await followResults()
                case 1: try await followHistory()
                default: try await Watcher(modelContainer: container).follow()
                }
            }
            try? await Task.sleep(for: .milliseconds(300 + round % 7 * 100))
            listening.cancel()
            if case .failure(let error) = await listening.result, !(error is CancellationError) {
                tally.found("a stream throws \(error)")
            }
            tally.did("streams")
        }
    }

    private func followResults() async throws {
        var richest = FetchDescriptor<Account>(sortBy: [SortDescriptor(\.balance, order: .reverse)])
        richest.fetchLimit = 20
        for try await balances in container.results(of: richest, transform: \.balance) {
            if balances != balances.sorted(by: >) { tally.found("results of a stream are not sorted") }
        }
    }

    private func followHistory() async throws {
        do {
            var last: Int?
            for try await transaction in try container.historyTransactions(from: .now) {
                if let last, transaction.token.id <= last { tally.found("transactions come in another order") }
                last = transaction.token.id
            }
        } catch SwiftDataError.historyTokenExpired {
            // The history is deleted from time to time, also before it was read.
        }
    }

    /// Observers of the main context, as views have them.
    @MainActor func observe() async {
        while !tally.isOver {
            do {
                let context = container.mainContext
                let all = try ResultsObserver<Account, String>(sectionBy: \.group, modelContext: context)
                let some = try ResultsObserver<Booking, Never>(
                    filterBy: #Predicate { $0.amount > 50 },
                    sortBy: [SortDescriptor(\.made)],
                    modelContext: context
                )
                for _ in 0..<5 {
                    try? await Task.sleep(for: .milliseconds(100))
                    // A model is counted from when its presence is read.
                    for entry in some.results { _ = entry.presence }
                    guard let sections = all.sections, !sections.isEmpty else {
                        tally.found("an observer has no sections")
                        continue
                    }
                }
                tally.did("observers")
            } catch {
                tally.found("an observer throws \(error)")
            }
        }
    }
}

/// An actor with a context of its own, which goes when its work is done.
@ModelActor actor Watcher {
    func follow() async throws {
        for try await accounts in modelContext.results(of: FetchDescriptor<Account>()) { _ = accounts.count }
    }
}
