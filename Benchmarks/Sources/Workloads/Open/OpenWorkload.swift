/// The first object of a program that has just begun.
struct OpenWorkload: Workload {
    let number = 9
    let title = "open a container on a store and fetch one object"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let files = ItemFiles(place: place)
        let small = min(1_000, sizes.openedRows)
        let few = Contender(name: "OpenSwiftData, \(small) rows")
        let contest = Contest(
            "open and fetch one of \(sizes.openedRows)",
            rows: 1,
            // "The same" is within a quarter.
            goals: [.milliseconds(below: 20), .ratio(to: few, atMost: 1.25)],
            [
                OurOpening(.ours, sizes.openedRows, files), OurOpening(few, small, files),
                RecordOpening(sizes.openedRows, files), RawOpening(sizes.openedRows, files),
            ]
        )
        return [contest]
    }
}
