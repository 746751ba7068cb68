/// The rows that live after delete rules, as a function of the state alone.
///
/// A row lives where it was not deleted, or is kept by a living row (`.deny`, and required references), and where all rows
/// that cascade to it live. Both conditions only grow with the set of living rows, so that the result does not depend on an
/// order. The set begins with the rows that live without being kept, and then gains the rows that living rows keep.
struct LivingRows: Sendable {
    /// The living rows.
    let rows: Set<RecordID>
    /// The living rows that need no row that keeps them.
    let independent: Set<RecordID>

    /// The rows whose deletion deletes a row, by that row.
    private var cascading: [RecordID: Set<RecordID>] = [:]
    /// The rows that a row keeps.
    private var kept: [RecordID: Set<RecordID>] = [:]

    /// Finds the living rows of a table. `keptFromOutside` are records that a living row outside the table keeps.
    init(_ table: RowTable, keptFromOutside: Set<RecordID> = []) {
        for row in table.records.keys {
            let rules = table.rules(row)
            for (name, reference) in rules.references {
                guard let parent = table.target(name, row).flatMap({ table.rowOf[$0] }) else { continue }
                if reference.onDeletion == .cascade { cascading[row, default: []].insert(parent) }
                if reference.keepsDestination { kept[row, default: []].insert(parent) }
            }
            for (name, pairs) in rules.pairs where pairs.concernLife {
                for member in table.members(name, row).keys {
                    if pairs.onOwnerDeletion == .cascade { cascading[member, default: []].insert(row) }
                    if pairs.onMemberDeletion == .cascade { cascading[row, default: []].insert(member) }
                    if pairs.onOwnerDeletion == .deny { kept[member, default: []].insert(row) }
                    if pairs.onMemberDeletion == .deny { kept[row, default: []].insert(member) }
                }
            }
        }
        independent = Self.withoutCascades(table.alive, cascading)
        rows = Self.resolve(table.alive, cascading, kept, Set(keptFromOutside.compactMap { table.rowOf[$0] }))
    }

    private static func resolve(
        _ candidates: Set<RecordID>,
        _ cascading: [RecordID: Set<RecordID>],
        _ kept: [RecordID: Set<RecordID>],
        _ keptFromOutside: Set<RecordID>
    ) -> Set<RecordID> {
        var candidates = candidates
        while true {
            let living = withoutCascades(candidates, cascading)
            var open = (living.flatMap { kept[$0] ?? [] } + keptFromOutside).filter { !living.contains($0) }
            var (seen, isChanged) = (Set(open), false)
            while let row = open.popLast() {
                if candidates.insert(row).inserted { isChanged = true }
                // A row that is kept needs the rows that cascade to it, lives with them, and keeps rows itself.
                for needed in [cascading[row], kept[row]] {
                    for next in needed ?? [] where seen.insert(next).inserted { open.append(next) }
                }
            }
            if !isChanged { return living }
        }
    }

    /// Returns the rows that remain after each deletion has cascaded.
    private static func withoutCascades(
        _ candidates: Set<RecordID>,
        _ cascading: [RecordID: Set<RecordID>]
    ) -> Set<RecordID> {
        var (living, dependents) = (candidates, [RecordID: [RecordID]]())
        for (row, parents) in cascading {
            for parent in parents { dependents[parent, default: []].append(row) }
        }
        // Each parent once, whatever the number of its children.
        var open = dependents.keys.filter { !candidates.contains($0) }
        while let row = open.popLast() {
            for dependent in dependents[row] ?? [] where living.remove(dependent) != nil { open.append(dependent) }
        }
        return living
    }
}
