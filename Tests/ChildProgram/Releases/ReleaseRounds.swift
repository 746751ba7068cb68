import Foundation
import SwiftData
import Synchronization

/// The work that the rounds have done.
struct ReleaseTally: Sendable {
    var rounds = 0
    var fetches = 0
    var saves = 0
    var releasedElsewhere = 0
}

/// The state of a view.
@MainActor final class ViewModel {
    var items: [Piece]
    var context: ModelContext?
    var observer: ResultsObserver<Piece, Never>?

    init(items: [Piece]) { self.items = items }
}

@ModelActor actor Librarian {
    func read() throws -> Int {
        try modelContext.fetch(FetchDescriptor<Piece>()).reduce(0) { $0 + $1.name.count }
    }

    /// Edits without saving: the context saves by itself when it goes.
    func touch() throws {
        for item in try modelContext.fetch(FetchDescriptor<Piece>()).prefix(3) { item.note = "touched" }
    }
}

/// Rounds of work in the main context while other threads release what it gave out.
@MainActor struct ReleaseRounds {
    let container: ModelContainer
    let count: Int
    private(set) var tally = ReleaseTally()
    private var tasks: [Task<Void, Never>] = []

    init(container: ModelContainer, count: Int) throws {
        self.container = container
        self.count = count
        let context = ModelContext(container)
        let shelves = (0..<4).map { Shelf(number: $0) }
        for number in 0..<count {
            let item = Piece(number: number)
            context.insert(item)
            item.shelf = shelves[number % shelves.count]
        }
        try context.save()
    }

    private var context: ModelContext { container.mainContext }

    private mutating func all() throws -> [Piece] {
        tally.fetches += 1
        return try context.fetch(FetchDescriptor<Piece>(sortBy: [SortDescriptor(\.number)]))
    }

    /// Makes another thread the last to hold something.
    private mutating func releaseElsewhere(_ what: some AnyObject & Sendable, after delay: Int) {
        tally.releasedElsewhere += 1
        tasks.append(
            Task.detached {
                if delay > 0 { usleep(UInt32(delay)) }
                withExtendedLifetime(what) {}
            }
        )
    }

    private func view(_ items: [Piece]) -> ViewModel { ViewModel(items: items) }

    mutating func run(_ round: Int) async throws {
        tally.rounds += 1
        let items = try all()
        guard items.count == count else { throw StressError("\(items.count) items instead of \(count)") }
        // Each part of the array ends on a thread of its own.
        for part in 0..<4 {
            releaseElsewhere(view(items.enumerated().filter { $0.offset % 4 == part }.map(\.element)), after: part * 40)
        }
        try await work(round)
        if round % 8 == 0 { try await releaseContexts(round) }
        if round % 16 == 0 {
            for task in tasks { await task.value }
            tasks = []
        }
    }

    private mutating func work(_ round: Int) async throws {
        for step in 0..<6 {
            let items = try all()
            switch (round + step) % 6 {
            case 0: items[step].note = "\(round)"
            case 1:
                items[step].name = "item \(items[step].number)"
                try context.save()
                tally.saves += 1
            case 2:
                items[step].name = "item of a rollback"
                context.rollback()
            case 3:
                let old = items[count - 1]
                let (number, shelf) = (old.number, old.shelf)
                context.delete(old)
                let new = Piece(number: number)
                context.insert(new)
                new.shelf = shelf
                try context.save()
                tally.saves += 1
            case 4:
                let shelves = try context.fetch(FetchDescriptor<Shelf>())
                _ = shelves.reduce(0) { $0 + $1.items.count }
                if let first = shelves.first, let item = first.items.first { item.shelf = shelves.last }
            default: await Task.yield()
            }
            releaseElsewhere(view(items), after: step * 15)
        }
        try context.save()
        tally.saves += 1
    }

    /// Contexts, observers and actors end elsewhere too, and models outlive what they came from.
    private mutating func releaseContexts(_ round: Int) async throws {
        let own = ModelContext(container)
        let view = view(try own.fetch(FetchDescriptor<Piece>()))
        view.context = own
        view.items.first?.note = "never saved"
        view.observer = try ResultsObserver<Piece, Never>(sortBy: [SortDescriptor(\.number)], modelContext: context)
        releaseElsewhere(view, after: round % 50)
        let other = ModelContext(container)
        releaseElsewhere(self.view(try other.fetch(FetchDescriptor<Piece>())), after: round % 30)
        tally.releasedElsewhere += 1
        tasks.append(try await Counter.serve(container, round))
        let librarian = Librarian(modelContainer: container)
        _ = try await librarian.read()
        try await librarian.touch()
        releaseElsewhere(librarian, after: 0)
    }

    /// Waits until everything that was given out has ended.
    mutating func finish() async {
        for task in tasks { await task.value }
        tasks = []
        await Counter.close()
    }

    /// Checks that writes of deinitialisers are found nowhere.
    func check() throws {
        for item in try ModelContext(container).fetch(FetchDescriptor<Piece>()) {
            guard item.shelf != nil, item.note != Piece.lastNote else {
                throw StressError("item \(item.number) has what a deinitialiser wrote")
            }
        }
    }
}

struct StressError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
