import Foundation
import SwiftDataCore
import Testing

struct SortTests {
    private func names(_ descriptors: SortDescriptor<Voyage>..., of voyages: [Voyage]) throws -> [String] {
        let order = QueryOrder(try descriptors.map { try QuerySort($0) })
        return order.sort(voyages) { ModelRow($0) }.map(\.name)
    }

    private func voyages(_ names: String...) -> [Voyage] { names.map { Voyage($0) } }

    @Test("Without a comparator, strings sort as people expect them in a list")
    func stringsSortLocalized() throws {
        let mixed = voyages("b", "a10", "A2", "ä", "a9", "", "Z", "_x", "1", "a")
        #expect(try names(SortDescriptor(\.name), of: mixed) == ["", "_x", "1", "a", "ä", "A2", "a9", "a10", "b", "Z"])
    }

    @Test("The lexical comparator sorts by Swift's order")
    func lexicalSorts() throws {
        let mixed = voyages("b", "a10", "A2", "ä", "a9")
        #expect(
            try names(SortDescriptor(\.name, comparator: .lexical), of: mixed) == ["A2", "a10", "a9", "b", "ä"]
        )
    }

    @Test("Nil comes first, and last in reverse, as Foundation sorts", arguments: [SortOrder.forward, .reverse])
    func nilSorts(_ order: SortOrder) throws {
        let fleet = Fleet().voyages
        let descriptors = [SortDescriptor(\Voyage.end, order: order), SortDescriptor(\Voyage.days)]
        let ours = QueryOrder(try descriptors.map { try QuerySort($0) }).sort(fleet) { ModelRow($0) }
        #expect(ours.map(\.days) == fleet.sorted(using: descriptors).map(\.days))
    }

    @Test("Sorts go through to-one relationships")
    func toOneSorts() throws {
        let fleet = Fleet().voyages
        let descriptors = [SortDescriptor(\Voyage.captain?.name, order: .reverse), SortDescriptor(\Voyage.days)]
        let sorted = QueryOrder(try descriptors.map { try QuerySort($0) }).sort(fleet) { ModelRow($0) }
        #expect(sorted.map { $0.captain?.name } == fleet.sorted(using: descriptors).map { $0.captain?.name })
        #expect(sorted.map(\.days) == fleet.sorted(using: descriptors).map(\.days))
        #expect(sorted.first?.captain?.name == "Bo")
    }

    @Test("Sorts by a Boolean, which Foundation cannot, put false first")
    func booleanSorts() throws {
        let fleet = Fleet().voyages
        let keys = try [QuerySort(SortDescriptor(\Voyage.isOpen)), QuerySort(SortDescriptor(\Voyage.isPaid))]
        let sorted = QueryOrder(keys).sort(fleet) { ModelRow($0) }
        let expected = fleet.sorted { left, right in
            let rank = { (voyage: Voyage) in (voyage.isOpen ? 10 : 0) + (voyage.isPaid.map { $0 ? 2 : 1 } ?? 0) }
            return rank(left) < rank(right)
        }
        #expect(
            sorted.map { "\($0.isOpen)\(String(describing: $0.isPaid))" }
                == expected.map { "\($0.isOpen)\(String(describing: $0.isPaid))" }
        )
    }

    @Test("Members of composite values sort, through an optional one too")
    func memberSorts() throws {
        let fleet = Fleet().voyages
        let descriptors = [
            SortDescriptor(\Voyage.from.city, comparator: .lexical), SortDescriptor(\Voyage.to?.pier),
            SortDescriptor(\Voyage.days),
        ]
        let sorted = QueryOrder(try descriptors.map { try QuerySort($0) }).sort(fleet) { ModelRow($0) }
        #expect(sorted.map(\.days) == fleet.sorted(using: descriptors).map(\.days))
    }

    @Test("An enum that is ordered as its raw values sorts by them")
    func enumSorts() throws {
        let key = try QuerySort(SortDescriptor(\Voyage.grade))
        #expect(key.comparison == .natural)
    }

    @Test("A computed property cannot be sorted by")
    func computedFails() throws {
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) { try QuerySort(SortDescriptor(\Voyage.title)) }
    }

    @Test("NaN is the greatest number, so that the order is one")
    func notANumberSorts() throws {
        let sorted = try QueryOrder([QuerySort(SortDescriptor(\Voyage.speed))]).sort(Fleet().voyages) { ModelRow($0) }
        let firstNaN = sorted.firstIndex { $0.speed.isNaN }
        #expect(firstNaN.map { sorted[$0...].allSatisfy(\.speed.isNaN) } == true)
        #expect(
            firstNaN.map { index in zip(sorted[..<index], sorted[1..<index]).allSatisfy { $0.speed <= $1.speed } }
                == true
        )
    }

    @Test("The comparators that Linux lacks compare, and are told apart")
    func comparators() throws {
        #expect(String.StandardComparator.localizedStandard != .lexical)
        #expect(String.StandardComparator.localized != .localizedStandard)
        #expect(try QuerySort(SortDescriptor(\Voyage.name, comparator: .localized)).comparison == .localized)
        #expect(
            try QuerySort(SortDescriptor(\Voyage.name, comparator: .localizedStandard, order: .reverse)).comparison
                == .localizedStandard
        )
        #expect(["a10", "a9"].sorted(using: String.StandardComparator.localizedStandard) == ["a9", "a10"])
    }
}
