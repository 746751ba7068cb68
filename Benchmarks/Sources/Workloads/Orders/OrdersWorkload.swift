/// A table of moderate length and many attributes, fetched again and again.
struct OrdersWorkload: Workload {
    let number = 3
    let title = "Northwind's orders: rows of 14 attributes, all fetched in a fresh context and read, again and again"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let (repeats, files) = (sizes.orderRepeats, OrderFiles(place: place, count: sizes.orders))
        let contest = Contest(
            "fetch and read, \(repeats) times",
            rows: sizes.orders * repeats,
            goals: [.ratio(to: .records, below: 1), .ratio(to: .raw, atMost: 2)],
            [
                OurOrders(repeats, files), RecordOrders(repeats, files), CodableOrders(repeats, files),
                RawOrders(repeats, files),
            ]
        )
        return [contest]
    }
}
