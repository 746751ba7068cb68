/// More rows than a program should hold.
struct EnumerateWorkload: Workload {
    let number = 8
    let title = "enumerate many rows"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let (count, files) = (sizes.enumerated, ItemFiles(place: place))
        let contest = Contest(
            "enumerate and read",
            rows: count,
            goals: [.ratio(to: .records, atMost: 2), .growth(megabytes: 64)],
            [
                OurEnumeration(count, files), RecordEnumeration(count, files), CodableEnumeration(count, files),
                RawEnumeration(count, files),
            ]
        )
        return [contest]
    }
}
