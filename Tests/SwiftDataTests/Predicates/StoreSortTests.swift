import SwiftData
import SwiftDataCore
import SwiftDataTesting
import Testing

/// The order that the store gives, against the order in memory.
struct StoreSortTests {
    @Test(
        "The store sorts as memory does",
        arguments: [
            [SortDescriptor(\Voyage.name)],
            [SortDescriptor(\Voyage.name, order: .reverse)],
            [SortDescriptor(\Voyage.name, comparator: .lexical)],
            [SortDescriptor(\Voyage.name, comparator: .localized)],
            [SortDescriptor(\Voyage.note, order: .reverse), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.price), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.price, order: .reverse), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.speed), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.tons, order: .reverse)],
            [SortDescriptor(\Voyage.isOpen), SortDescriptor(\Voyage.isPaid), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.grade, order: .reverse), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.captain?.name), SortDescriptor(\Voyage.days, order: .reverse)],
            [SortDescriptor(\Voyage.captain?.isRetired), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.from.city), SortDescriptor(\Voyage.to?.pier), SortDescriptor(\Voyage.days)],
            [SortDescriptor(\Voyage.code)],
            [SortDescriptor(\Voyage.end), SortDescriptor(\Voyage.start)],
        ]
    )
    func agreesWithMemory(_ descriptors: [SortDescriptor<Voyage>]) throws {
        let (context, fleet) = try Fleet.saved()
        let order = QueryOrder(try descriptors.map { try QuerySort($0) })
        let expected = order.sort(fleet.voyages) { ModelRow($0) }.map(\.days)
        #expect(try context.fetch(FetchDescriptor(sortBy: descriptors)).map(\.days) == expected)
        var page = FetchDescriptor(sortBy: descriptors)
        page.fetchOffset = 3
        page.fetchLimit = 4
        #expect(try context.fetch(page).map(\.days) == Array(expected[3..<7]))
    }

    @Test(
        "Random strings come from the store in the order of memory, with each comparator, and in pages",
        arguments: [String.StandardComparator.localizedStandard, .localized, .lexical],
        [SortOrder.forward, .reverse]
    )
    func randomStrings(_ comparator: String.StandardComparator, _ order: SortOrder) throws {
        var random = ScriptRandom(seed: 21)
        let scalars: [Unicode.Scalar] = [
            "a", "A", "é", "e", "\u{301}", "\u{327}", "ä", "ß", "s", "0", "1", "9", "９", " ", "_", "Ａ", "ω", "Ω", "я",
            "日", "한", "\u{1112}", "\u{1161}", "א", "ע", "\u{64B}", "\u{200D}", "👩", "🏽", "\u{212A}", "k", "\0",
        ]
        let labels = (0..<600).map { _ in
            let pool = (0..<3).map { _ in scalars[Int(random.next() % UInt64(scalars.count))] }
            let picked = (0..<Int(random.next() % 6)).map { _ in pool[Int(random.next() % 3)] }
            return String(String.UnicodeScalarView(picked))
        }
        let crates = try CrateStore(labels: labels)
        let sort = [SortDescriptor(\Crate.label, comparator: comparator, order: order)]
        let stored = try crates.context.fetch(FetchDescriptor<Crate>())
        let expected = QueryOrder(try sort.map { try QuerySort($0) }).sort(stored) { ModelRow($0) }.map(\.count)
        #expect(try crates.context.fetch(FetchDescriptor(sortBy: sort)).map(\.count) == expected)
        var pages: [Int] = []
        for start in stride(from: 0, to: 600, by: 70) {
            var page = FetchDescriptor(sortBy: sort)
            page.fetchOffset = start
            page.fetchLimit = 70
            pages += try crates.context.fetch(page).map(\.count)
        }
        #expect(pages == expected)
    }

    @Test("Raw values sort: of enums, through relationships and inside composite values, and of option sets")
    func rawValues() throws {
        let crates = try CrateStore(labels: (0..<30).map { "\($0)" })
        func check<Key: Comparable>(_ sort: SortDescriptor<Crate>, _ key: (Crate) -> Key) throws {
            let found = try crates.context.fetch(FetchDescriptor(sortBy: [sort, SortDescriptor(\.count)]))
            let expected = crates.crates.sorted { (key($0), $0.count) < (key($1), $1.count) }
            #expect(found.map(\.count) == expected.map(\.count))
        }
        try check(SortDescriptor(\.size.rawValue)) { $0.size.rawValue }
        try check(SortDescriptor(\.shelf?.size?.rawValue)) { $0.shelf?.size?.rawValue ?? "" }
        try check(SortDescriptor(\.seal.colour.rawValue)) { $0.seal.colour.rawValue }
        try check(SortDescriptor(\.seal.number)) { $0.seal.number }
        try check(SortDescriptor(\.handling.rawValue)) { $0.handling.rawValue }
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) { try QuerySort(SortDescriptor(\Crate.size.rank)) }
    }

    @Test("A program can choose another comparator for descriptors that name none")
    func defaultComparator() async throws {
        #expect(try QuerySort(SortDescriptor(\Crate.label)).comparison == .localizedStandard)
        await #expect(processExitsWith: .success) {
            QuerySort.defaultStringComparator = .lexical
            let plain = try QuerySort(SortDescriptor(\Crate.label))
            let optional = try QuerySort(SortDescriptor(\Crate.note))
            let named = try QuerySort(SortDescriptor(\Crate.label, comparator: .localized))
            try #require(plain.comparison == .lexical && optional.comparison == .lexical)
            try #require(named.comparison == .localized)
            let crates = try CrateStore(labels: ["a", "B", "b"])
            let plan = try crates.run(FetchDescriptor(sortBy: [SortDescriptor(\.label)]))
            try #require(plan.rows.map(\.label) == ["B", "a", "b"])
            try #require(plan.plan.contains("USING INDEX Z_Crate_SwiftDataIndexOnBinarylabel"))
        }
    }
}
