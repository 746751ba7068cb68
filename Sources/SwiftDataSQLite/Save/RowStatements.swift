import SwiftDataCore
import SwiftDataSQL

/// The statements that write rows of an entity.
struct RowStatements {
    let entity: StoreEntity

    /// Parameters: key, the columns of the slots in order, the implicit keys.
    func insert(slots: [Int]) -> String {
        let columns = slots.flatMap { entity.slots[$0].columnNames } + entity.table.implicitKeys.map(\.column)
        let names = (["Z_PK", "Z_ENT", "Z_OPT"] + columns).map(SQLIdentifier.quoted).joined(separator: ", ")
        let values = (["?", "\(entity.number)", "1"] + columns.map { _ in "?" }).joined(separator: ", ")
        return "INSERT INTO \(entity.quotedTable) (\(names)) VALUES (\(values))"
    }

    /// Parameter: the rows, as ``InsertedRows`` has them. Nothing is written where one of them cannot be: `OR FAIL`
    /// would keep the rows before it, but it also replaces the conflict clauses within triggers, which are not ours.
    /// - Parameter atEnd: True if SQLite numbers the rows by itself, so that it looks for no row with the key of each.
    func insertTogether(atEnd: Bool) -> String {
        let columns = entity.shape.columnSlots.flatMap { entity.slots[$0].columnNames }
        let key = atEnd ? [] : [("Z_PK", MemoryTable.column(0))]
        let constants = [("Z_ENT", "\(entity.number)"), ("Z_OPT", "1")]
        let all =
            key + constants
            + columns.enumerated().map { (SQLIdentifier.quoted($0.element), MemoryTable.column($0.offset + 1)) }
        let names = all.map(\.0).joined(separator: ", ")
        let values = all.map(\.1)
        return "INSERT INTO \(entity.quotedTable) (\(names)) SELECT \(values.joined(separator: ", ")) "
            + "FROM \(MemoryTable.name)(?)"
    }

    /// Parameters: the columns of the slots in order, key, the counter where it is compared.
    /// - Parameters:
    ///   - counts: True if the optimistic-lock counter grows.
    ///   - compares: True if the row must have a counter; it returns the new one otherwise.
    func update(slots: [Int], counts: Bool, compares: Bool) -> String {
        let columns = slots.flatMap { entity.slots[$0].columnNames }
        let counter = counts ? ["Z_OPT = Z_OPT + 1"] : columns.isEmpty ? ["Z_OPT = Z_OPT"] : []
        let assignments = columns.map { "\(SQLIdentifier.quoted($0)) = ?" } + counter
        return "UPDATE \(entity.quotedTable) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?\(ofFamily)"
            + (compares ? " AND Z_OPT = ?" : " RETURNING Z_OPT")
    }

    /// A key of before a migration may be that of a row of another class by now.
    private var ofFamily: String { entity.familyCondition().map { " AND \($0)" } ?? "" }

    /// Parameters: the columns of the constraint.
    func find(by columns: [String]) -> String {
        let conditions = columns.map { "\(SQLIdentifier.quoted($0)) = ?" }.joined(separator: " AND ")
        return "SELECT Z_PK, Z_ENT FROM \(entity.quotedTable) WHERE \(conditions)"
    }

    /// Parameter: key.
    func setNull(_ columns: [String]) -> String {
        let assignments = columns.map { "\(SQLIdentifier.quoted($0)) = NULL" }.joined(separator: ", ")
        return "UPDATE \(entity.quotedTable) SET \(assignments) WHERE Z_PK = ?"
    }

    /// Parameters: the parameters of the selection.
    func delete(_ selection: KeySelection) -> String {
        "DELETE FROM \(entity.quotedTable) WHERE \(selection.condition("Z_PK"))\(ofFamily)"
    }
}
