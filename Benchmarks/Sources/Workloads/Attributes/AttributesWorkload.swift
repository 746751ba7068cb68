/// The cost of a property that is not observed.
struct AttributesWorkload: Workload {
    let number = 14
    let title = "attribute reads and writes on registered objects, unobserved"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let passes = max(1, sizes.accesses / (2 * People.count))
        let reads = Contest(
            "attribute reads",
            rows: passes * 2 * People.count,
            goals: [.ratio(to: .observable, atMost: 1.3)],
            [
                OurAttributes(place, passes: passes, isWriting: false),
                ObservableAttributes(passes: passes, isWriting: false),
                PlainAttributes(passes: passes, isWriting: false),
            ]
        )
        let writes = Contest(
            "attribute writes",
            rows: passes * 2 * People.count,
            goals: [.ratio(to: .observable, atMost: 2)],
            [
                OurAttributes(place, passes: passes, isWriting: true),
                ObservableAttributes(passes: passes, isWriting: true),
                PlainAttributes(passes: passes, isWriting: true),
            ]
        )
        return [reads, writes]
    }
}

/// The objects that are read and written: an integer and a text.
enum People {
    static let count = 1_000
    static let names = ["Ada", "Grace", "Barbara", "Frances", "Margaret", "Radia", "Edith", "Kathleen"]

    static func name(_ number: Int) -> String { names[number & 7] }
}
