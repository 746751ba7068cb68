/// Attributes that a fetch has left for later. GRDB's records have nothing of the kind, so it is counted and not timed.
struct FaultWorkload: Workload {
    let number = 16
    let title = "read an attribute that the fetch left for later"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let files = ItemFiles(place: place)
        return [Contest("read a faulted attribute", rows: sizes.fetched, goals: [], [OurFault(sizes.fetched, files)])]
    }
}
