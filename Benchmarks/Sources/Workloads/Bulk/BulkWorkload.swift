/// The operations that need no objects.
struct BulkWorkload: Workload {
    let number = 12
    let title = "fetch count, identifiers only, batch update, batch delete"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        BulkKind.allCases.map { kind in
            let input = BulkInput(kind: kind, count: sizes.bulkRows, place: place)
            var contestants: [any Contestant] = [OurBulk(input), RecordBulk(input), RawBulk(input)]
            if kind.writes { contestants.append(RawBulkWithHistory(input)) }
            return Contest(
                kind.rawValue,
                rows: sizes.bulkRows,
                goals: [
                    kind == .update ? .ratio(to: .rawWithHistory, atMost: 1.3) : .ratio(to: .records, atMost: 1.2)
                ],
                contestants
            )
        }
    }
}

enum BulkKind: String, CaseIterable {
    case count = "fetch count"
    case identifiers = "identifiers only"
    case update = "batch update"
    case deletion = "batch delete"

    /// True if the rows are changed, so that each round begins with a new copy of the file.
    var writes: Bool { self == .update || self == .deletion }
}

struct BulkInput {
    let kind: BulkKind
    /// The number of rows that are counted, fetched, updated or deleted.
    let count: Int
    let place: Workplace

    var files: ItemFiles { ItemFiles(place: place) }
    /// Some rows are not meant, so that a table is never emptied, which SQLite does in one go.
    var rows: Int { count + count / 5 + 1 }
}
