public import Foundation
public import SwiftData
import SwiftDataQueries

/// A ledger of many entries, made by a seed, and the questions that its report answers.
public struct Ledger {
    public let container: ModelContainer
    private let context: ModelContext
    private let calendar: Calendar

    /// Opens the ledger of a store.
    public init(_ store: LedgerStore) throws {
        let configuration = try store.configuration()
        container = try ModelContainer(
            for: Entry.self,
            LedgerAccount.self,
            Category.self,
            configurations: configuration
        )
        context = ModelContext(container)
        context.autosaveEnabled = false
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        self.calendar = calendar
    }

    /// Throws ``LedgerError/notEmpty`` for a ledger that has entries, accounts or categories.
    public func checkIsEmpty() throws {
        let count =
            try context.fetchCount(FetchDescriptor<Entry>()) + context.fetchCount(FetchDescriptor<LedgerAccount>())
            + context.fetchCount(FetchDescriptor<Category>())
        guard count == 0 else { throw LedgerError.notEmpty }
    }

    /// The number of entries that are inserted together: their values are in memory until they are written.
    private static let part = 100_000

    /// The first and the last second of the entries.
    public static let dates = Date(timeIntervalSince1970: 1_704_067_200)...Date(timeIntervalSince1970: 1_767_225_599)

    /// Makes the accounts, categories and entries of a seed.
    public func fill(count: Int, seed: UInt64) throws {
        var samples = SampleData(seed: seed)
        let accounts = samples.make(LedgerAccount.self, 100, in: context) { random, number in
            LedgerAccount(number: number, owner: random.name())
        }
        let categories = samples.make(Category.self, 20, in: context) { random, _ in Category(name: random.words(2)) }
        try context.save()
        var random = samples.random(for: Entry.self)
        for start in stride(from: 0, to: count, by: Self.part) {
            try context.insert(Entry.self, start..<min(start + Self.part, count)) { number, new in
                let cents = random.int(-50_000...100_000)
                new.set(\.number, to: number)
                new.set(\.date, to: random.date(Self.dates))
                new.set(\.amount, to: Decimal(cents) / 100)
                new.set(\.cents, to: cents)
                new.set(\.text, to: random.words(3))
                new.set(\.account, to: random.element(of: accounts))
                new.set(\.category, to: random.element(of: categories))
            }
        }
    }

    /// Asks the questions of the report.
    public func run(_ report: inout Report) throws {
        try aggregates(&report)
        try changes(&report)
        try statements(&report)
        try pages(&report)
        try texts(&report)
        try checks(&report)
    }

    private func aggregates(_ report: inout Report) throws {
        try report.step("entries, sum, first and last day") {
            let (count, sum, first, last) = try context.aggregate(
                Entry.self,
                .count,
                .sum(\Entry.amount),
                .min(\Entry.date),
                .max(\Entry.date)
            )
            return "\(count), \(sum), \(day(first)), \(day(last))"
        }
        try report.step("mean of the incomes") {
            let mean = try context.aggregate(Entry.self, where: #Predicate { $0.cents > 0 }, .average(\.amount))
            return "\(mean.map { "\($0.rounded(2))" } ?? "none")"
        }
        try report.step("categories by their sums") {
            let groups = try context.groups(
                Entry.self,
                by: \.category?.name,
                .count,
                .sum(\.amount),
                sortBy: .aggregate(.sum(\.amount), order: .reverse),
                limit: 3
            )
            return groups.map { "\($0.0 ?? "-") \($0.2)" }.joined(separator: ", ")
        }
        try report.step("months") {
            let months = try context.groups(
                Entry.self,
                by: .part(.year, of: \.date, in: calendar),
                .part(.month, of: \.date, in: calendar),
                aggregating: .sum(\.amount)
            )
            return "\(months.count), \(months.first.map { "\($0.0)-\($0.1) \($0.2)" } ?? "-")"
        }
    }

    private func changes(_ report: inout Report) throws {
        let middle = Date(timeIntervalSince1970: 1_735_689_600)
        try report.step("entries of 2024 cleared") {
            "\(try context.update(Entry.self, where: #Predicate { $0.date < middle }) { $0.set(\.isCleared, to: true) })"
        }
        try report.step("cleared entries that were changed by it") {
            let count = try context.aggregate(
                Entry.self,
                where: #Predicate { $0.isCleared && $0.updated != nil },
                .count
            )
            return "\(count)"
        }
    }

    private func statements(_ report: inout Report) throws {
        try report.step("owners by SQL") {
            let rows = try context.sql(
                """
                SELECT \(\LedgerAccount.owner), sum(\(\Entry.cents)) FROM \(Entry.self) \
                JOIN \(LedgerAccount.self) ON \(\Entry.account) = \(key: LedgerAccount.self) \
                WHERE \(\Entry.isCleared) = \(true) GROUP BY \(key: LedgerAccount.self) ORDER BY 2 DESC, 1 LIMIT \(3)
                """,
                as: (String, Int).self
            )
            return rows.map { "\($0.0) \(Decimal($0.1) / 100)" }.joined(separator: ", ")
        }
        try report.step("texts changed by SQL") {
            var count = 0
            try context.transaction(isolated: true) {
                count = try context.execute(
                    "UPDATE \(Entry.self) SET \(\Entry.text) = upper(\(\Entry.text)) WHERE \(\Entry.number) < \(100)"
                )
            }
            return "\(count)"
        }
    }

    private func pages(_ report: inout Report) throws {
        let descriptor = FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.date, order: .reverse)])
        var cursor: PageCursor?
        try report.step("newest entries, a page") {
            let page = try context.page(of: descriptor, limit: 50)
            cursor = page.next
            return page.models.prefix(3).map { "\($0.number)" }.joined(separator: ", ")
        }
        try report.step("the next page, with accounts and no faults") {
            var asked = descriptor
            asked.relationshipKeyPathsForPrefetching = [\.account]
            return try context.limitingFaults {
                let page = try context.page(of: asked, after: cursor, limit: 50)
                return page.models.prefix(3).map { "\($0.account?.owner ?? "-")" }.joined(separator: ", ")
            }
        }
    }

    private func texts(_ report: inout Report) throws {
        // The first search makes the index.
        try report.step("the index of texts made") {
            "\(try context.search(Entry.self, "river", limit: 1).count)"
        }
        try report.step("entries with two words") {
            let results = try context.search(Entry.self, "river ston*", where: #Predicate { $0.isCleared })
            return "\(results.count), \(results.first?.snippet()?.marked("[", "]") ?? "-")"
        }
        let shape = ModelShape<Entry> {
            $0.key(\.number)
            $0.value(\.date)
            $0.value(\.amount)
            $0.value(\.text)
            $0.one(\.account, ModelShape<LedgerAccount> { $0.key(\.number) })
        }
        var entries: [Entry] = []
        try report.step("entries fetched with their accounts") {
            var descriptor = FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.number)])
            descriptor.fetchLimit = 10_000
            descriptor.relationshipKeyPathsForPrefetching = [\.account]
            entries = try context.fetch(descriptor)
            return "\(entries.count)"
        }
        try report.step("bytes of JSON of them") { "\(try shape.json(entries).count)" }
        try report.step("an entry changed by JSON") {
            let data = Data(#"{"number": 0, "text": "from a client", "account": {"number": 7}}"#.utf8)
            let (entry, isNew) = try shape.upsert(from: data, in: context)
            try context.save()
            return "\(entry.text), \(entry.account?.number ?? -1), \(isNew)"
        }
    }

    private func checks(_ report: inout Report) throws {
        try report.step("an entry that is wrong in two ways") {
            context.insert(Entry(number: -1, date: Self.dates.lowerBound, amount: 0, text: "x"))
            defer { context.rollback() }
            do {
                try context.save()
                return "saved"
            } catch let error as ModelValidationError {
                return error.problems.compactMap(\.propertyName).joined(separator: ", ")
            }
        }
        try report.step("an entry with a number that is there") {
            let account = try context.fetch(FetchDescriptor<LedgerAccount>()).first
            let entry = Entry(number: 0, date: Self.dates.lowerBound, amount: 1, text: "x")
            context.insert(entry)
            entry.account = account
            defer { context.rollback() }
            do {
                try context.save(onDuplicate: .error)
                return "saved"
            } catch let error as StoreError {
                return "\(error.entityName ?? "").\(error.propertyName ?? "") \(error.code)"
            }
        }
    }

    private func day(_ date: Date?) -> String {
        guard let date else { return "-" }
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return "\(parts.year ?? 0)-\(parts.month ?? 0)-\(parts.day ?? 0)"
    }
}

extension Decimal {
    /// The number with some digits behind the point.
    fileprivate func rounded(_ digits: Int) -> Decimal {
        var (number, result) = (self, Decimal())
        NSDecimalRound(&result, &number, digits, .plain)
        return result
    }
}
