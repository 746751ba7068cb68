import SwiftDataCore
import SwiftDataSQL

// The context checks the counts of the relationships that it changes itself. Only the store knows the other owners that
// lose a member by a deletion, or that gain and lose one when a new row turns out to be a stored one.

extension SaveTransaction {
    /// Notes the owners of these rows in a relationship with a least or a greatest number of models.
    mutating func noteOwners(of keys: [Int64], _ entity: StoreEntity) throws {
        for (index, counted) in model.counted.enumerated() where counted.mayHave(entity) {
            for selection in KeySelection.of(keys) {
                let sql =
                    "SELECT DISTINCT \(counted.ownerColumn) FROM \(counted.table) "
                    + "WHERE \(selection.condition(counted.memberColumn)) AND \(counted.ownerColumn) IS NOT NULL"
                var owners: [Int64] = []
                try runner.query(sql) {
                    selection.bind(to: &$0)
                } row: {
                    owners.append($0.integer(0))
                }
                countedOwners[index, default: []].formUnion(owners)
            }
        }
    }

    /// Checks the noted owners, when all rows are written.
    /// - Throws: ``StoreError`` with code `validation` naming the relationship.
    func checkCounts() throws {
        for (index, owners) in countedOwners.sorted(by: { $0.key < $1.key }) {
            let counted = model.counted[index]
            let sql =
                "SELECT o.Z_PK, o.Z_ENT, (SELECT count(*) FROM \(counted.table) WHERE \(counted.ownerColumn) = o.Z_PK) "
                + "FROM \(counted.owner.quotedTable) o WHERE \(KeyList.condition("o.Z_PK"))"
            for chunk in KeyList.chunks(owners.sorted()) {
                var problem: (key: Int64, entity: Int64, text: String)?
                try runner.query(sql) {
                    $0.text(KeyList.parameter(chunk))
                } row: { row in
                    guard problem == nil, let text = counted.limits.problem(with: row.integer(2)) else { return }
                    problem = (row.integer(0), row.integer(1), text)
                }
                guard let problem else { continue }
                let entity = model[number: problem.entity] ?? counted.owner
                throw entity.error(
                    .validation,
                    problem.text,
                    slot: counted.slot,
                    model: entity.identifier(problem.key)
                )
            }
        }
    }
}
