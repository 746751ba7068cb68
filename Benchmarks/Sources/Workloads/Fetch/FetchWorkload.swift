/// Many objects fetched at once, and all of them read.
struct FetchWorkload: Workload {
    let number = 2
    let title = "fetch objects of 6 attributes in a fresh context and read every attribute"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let (count, files) = (sizes.fetched, ItemFiles(place: place))
        let contest = Contest(
            "fetch and read",
            rows: count,
            goals: [
                .ratio(to: .records, atMost: 1.2), .ratio(to: .codable, atMost: 0.5), .ratio(to: .raw, atMost: 1.8),
            ],
            [
                OurFetch(count, files), RecordFetch(count, files), CodableFetch(count, files), RawFetch(count, files),
            ]
        )
        return [contest]
    }
}
