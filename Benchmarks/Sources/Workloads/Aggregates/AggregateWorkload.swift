/// Sums and groups that no object is loaded for.
struct AggregateWorkload: Workload {
    let number = 17
    let title = "aggregates and groups"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        AggregateKind.allCases.map { kind in
            let input = AggregateInput(kind: kind, count: sizes.bulkRows, place: place)
            return Contest(
                kind.rawValue,
                rows: sizes.bulkRows,
                goals: [.ratio(to: .raw, atMost: 1.2)],
                [OurAggregates(input), RecordAggregates(input), RawAggregates(input)]
            )
        }
    }
}

enum AggregateKind: String, CaseIterable {
    case sum = "one sum"
    case several = "count, average, least and greatest"
    case distinct = "different names"
    case groups = "count and sum of each category"

    /// The statement that a program would write by hand.
    var sql: String {
        switch self {
        case .sum: "SELECT SUM(weight) FROM item"
        case .several: "SELECT COUNT(*), AVG(weight), MIN(created), MAX(created) FROM item"
        case .distinct: "SELECT COUNT(DISTINCT name) FROM item"
        case .groups: "SELECT category, COUNT(*), SUM(weight) FROM item GROUP BY category ORDER BY category"
        }
    }
}

struct AggregateInput {
    let kind: AggregateKind
    let count: Int
    let place: Workplace

    var files: ItemFiles { ItemFiles(place: place) }
}

/// A number for one group.
@inline(__always)
func groupChecksum(_ category: Int, _ count: Int, _ sum: Double) -> Int { category &* 3 &+ count &+ Int(sum) }
