/// A few changes among many objects.
struct UpdateWorkload: Workload {
    let number = 5
    let title = "change one attribute of some among many objects, save"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let input = UpdateInput(rows: sizes.updateRows, changed: sizes.updated, place)
        let contest = Contest(
            "change \(input.changed) of \(input.rows) and save",
            rows: input.changed,
            goals: [.ratio(to: .records, atMost: 0.8)],
            [OurUpdate(input), RecordUpdate(input), CodableUpdate(input), RawUpdate(input)]
        )
        return [contest]
    }
}

struct UpdateInput {
    let rows: Int
    let changed: Int
    let place: Workplace

    init(rows: Int, changed: Int, _ place: Workplace) {
        self.rows = rows
        self.changed = min(changed, rows)
        self.place = place
    }

    var files: ItemFiles { ItemFiles(place: place) }
    /// The changed ones are spread over all.
    var distance: Int { max(1, rows / changed) }
    /// The places of those that change.
    var indices: [Int] { Array(stride(from: 0, to: rows, by: distance).prefix(changed)) }
}
