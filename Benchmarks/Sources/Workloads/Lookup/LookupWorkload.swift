/// Single objects, and short pages of them.
struct LookupWorkload: Workload {
    let number = 4
    let title = "one object by identifier (not registered); an indexed predicate with sort and limit 20"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let (rows, count) = (sizes.lookupRows, sizes.lookups)
        return LookupKind.allCases.map { kind in
            let input = LookupInput(kind, rows: rows, count: count, ItemFiles(place: place))
            return Contest(
                kind.rawValue,
                rows: count,
                goals: [.ratio(to: .records, atMost: 1.5)],
                [
                    OurLookup(input), RecordLookup(input), RecordBulkLookup(input), CodableLookup(input),
                    RawLookup(input),
                ]
            )
        }
    }
}

enum LookupKind: String, CaseIterable {
    case identifier = "one object by identifier"
    case page = "indexed predicate, sort, limit 20"
}

/// The input of the lookups: the same for all contestants.
final class LookupInput {
    let kind: LookupKind
    let rows: Int
    let files: ItemFiles
    /// Numbers of items, which are in the order of their keys, or categories.
    let wanted: [Int]

    init(_ kind: LookupKind, rows: Int, count: Int, _ files: ItemFiles) {
        self.kind = kind
        self.rows = rows
        self.files = files
        var random = SeededRandom(seed: 4)
        let bound = kind == .identifier ? rows : ItemValues.categories(rows)
        wanted = (0..<count).map { _ in random.below(bound) }
    }
}
