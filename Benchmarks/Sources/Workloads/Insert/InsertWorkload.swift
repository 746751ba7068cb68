/// Many objects in one save.
struct InsertWorkload: Workload {
    let number = 1
    let title = "insert and save objects of 6 attributes in one save"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let input = InsertInput(count: sizes.inserted)
        let contest = Contest(
            "insert and save",
            rows: sizes.inserted,
            goals: [.ratio(to: .records, atMost: 0.5), .ratio(to: .rawWithHistory, atMost: 2)],
            [
                OurInsert(input, place), RecordInsert(input, place), StatementInsert(input, place),
                CodableInsert(input, place), RawInsert(input, place), RawInsertWithHistory(input, place),
            ]
        )
        return [contest]
    }
}

/// The values that all contestants insert, made once.
final class InsertInput {
    let count: Int
    private(set) lazy var values = ItemValues.make(count)

    init(count: Int) {
        self.count = count
    }
}
