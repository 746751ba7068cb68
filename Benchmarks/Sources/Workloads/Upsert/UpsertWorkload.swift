/// Objects of which some are there already, as their unique attribute says.
struct UpsertWorkload: Workload {
    let number = 11
    let title = "upsert objects on a unique attribute, half of them present"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let files = AccountFiles(place: place, count: sizes.upserted)
        let contest = Contest(
            "insert and save",
            rows: sizes.upserted,
            goals: [.ratio(to: .records, atMost: 1.5)],
            [
                OurUpsert(files), RecordUpsert(files), StatementUpsert(files), CodableUpsert(files), RawUpsert(files),
            ]
        )
        return [contest]
    }
}
