public import SwiftData

// A shop with one book, which many buyers take from its stock at the same time.

@Model
public final class ShopBook {
    public var title: String
    public var stock: Int

    public init(title: String, stock: Int) {
        self.title = title
        self.stock = stock
    }
}

@Model
public final class ShopSale {
    public var buyer: Int
    public init(buyer: Int) { self.buyer = buyer }
}

/// The container of a shop's file.
public func shopContainer(_ file: URL) throws -> ModelContainer {
    try ModelContainer(for: ShopBook.self, ShopSale.self, configurations: ModelConfiguration(url: file))
}

/// Runs work on threads of its own, all at once, and waits for it.
public func onThreads<Output: Sendable>(
    _ count: Int,
    _ work: @escaping @Sendable (Int) throws -> Output
) throws -> [Output] {
    let results = Mutexed<[Result<Output, any Error>]>([])
    let group = DispatchGroup()
    for number in 0..<count {
        group.enter()
        Thread {
            let result = Result { try work(number) }
            results.with { $0.append(result) }
            group.leave()
        }.start()
    }
    group.wait()
    return try results.with { $0 }.map { try $0.get() }
}

/// Buyers, each with a context of its own, who take one book each.
public enum Buying: String, CaseIterable, Sendable {
    /// `transaction`: the last save wins.
    case plain
    /// `MergePolicy.error`, and another attempt after a conflict.
    case error
    /// `transaction(isolated: true)`.
    case isolated

    /// The results of the buyers' attempts.
    public struct Outcome: Sendable {
        /// The number of customers who believe that they got a book.
        public var sold = 0
        /// The number of customers who found none in stock.
        public var turnedAway = 0
        /// The number of saves that reported a conflict of the stock, and the sales that these saves have undone in the
        /// stock.
        public var conflicts = 0
        public var undone = 0
        /// The number of attempts that were refused.
        public var refused = 0

        public init() {}

        public init?(line: String) {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 5 else { return nil }
            (sold, turnedAway, conflicts, undone, refused) = (
                numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
            )
        }

        public var line: String { "\(sold) \(turnedAway) \(conflicts) \(undone) \(refused)" }

        public static func + (lhs: Outcome, rhs: Outcome) -> Outcome {
            var sum = Outcome()
            sum.sold = lhs.sold + rhs.sold
            sum.turnedAway = lhs.turnedAway + rhs.turnedAway
            sum.conflicts = lhs.conflicts + rhs.conflicts
            sum.undone = lhs.undone + rhs.undone
            sum.refused = lhs.refused + rhs.refused
            return sum
        }
    }

    /// Lets buyers buy on several threads at once.
    public func run(_ buyers: Range<Int>, threads: Int, in container: ModelContainer) throws -> Outcome {
        try onThreads(threads) { number in
            var outcome = Outcome()
            for buyer in buyers where buyer % threads == number { outcome = outcome + (try buy(buyer, in: container)) }
            return outcome
        }.reduce(Outcome(), +)
    }

    private struct SoldOut: Error {}

    private func buy(_ buyer: Int, in container: ModelContainer) throws -> Outcome {
        let context = ModelContext(container)
        guard let book = try context.fetch(FetchDescriptor<ShopBook>()).first else {
            throw CocoaError(.fileReadUnknown)
        }
        var outcome = Outcome()
        func take() throws {
            let stock = book.stock
            guard stock > 0 else { throw SoldOut() }
            // As long as it takes to do something with what was read.
            usleep(300)
            book.stock = stock - 1
            context.insert(ShopSale(buyer: buyer))
        }
        do {
            switch self {
            case .plain:
                // Refused only where others have written what no history tells, as when two processes open the file.
                while true {
                    do {
                        try context.transaction { try take() }
                        break
                    } catch StoreError.Code.conflict {
                        outcome.refused += 1
                    }
                }
                for conflict in context.conflicts where conflict.isOverwritten && conflict.propertyName == "stock" {
                    outcome.conflicts += 1
                    outcome.undone += book.stock + 1 - (conflict.otherValue as? Int ?? .min)
                }
            case .error:
                context.mergePolicy = .error
                while true {
                    do {
                        try context.transaction { try take() }
                        break
                    } catch StoreError.Code.conflict {
                        outcome.refused += 1
                        try context.refresh(book, mergeChanges: false)
                    }
                }
            case .isolated:
                try context.transaction(isolated: true) { try take() }
            }
            outcome.sold = 1
        } catch is SoldOut {
            outcome.turnedAway = 1
        }
        return outcome
    }
}
