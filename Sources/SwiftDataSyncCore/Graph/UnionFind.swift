/// Classes of records (a union-find structure). The root of a class is its least record.
struct UnionFind: Sendable {
    private var parents: [RecordID: RecordID] = [:]

    mutating func root(_ id: RecordID) -> RecordID {
        var (root, id) = (id, id)
        while let parent = parents[root] { root = parent }
        // The path becomes short, so that later calls are fast.
        while let parent = parents[id], parent != root {
            parents[id] = root
            id = parent
        }
        return root
    }

    mutating func unite(_ left: RecordID, _ right: RecordID) {
        let (left, right) = (root(left), root(right))
        if left != right { parents[max(left, right)] = min(left, right) }
    }
}
