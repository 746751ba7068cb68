/// Parents, and the children of each through the relationship.
struct RelationshipWorkload: Workload {
    let number = 6
    let title = "parents with children each: read all children through the relationship, in a fresh context"

    func steps(_ sizes: Sizes, _ place: Workplace) -> [any Step] {
        let files = FamilyFiles(place: place, parents: sizes.parents, childrenOfEach: sizes.childrenOfEach)
        return [false, true].map { isPrefetching in
            Contest(
                isPrefetching ? "children of parents, with prefetching" : "children of parents, without prefetching",
                rows: sizes.parents * sizes.childrenOfEach,
                goals: [.ratio(to: .records, atMost: 1.2)],
                [
                    OurFamilies(files, isPrefetching: isPrefetching), RecordFamilies(files), CodableFamilies(files),
                    RawFamilies(files),
                ]
            )
        }
    }
}
