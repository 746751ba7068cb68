#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension PostgresModel {
    /// The error of a statement as stores report it, with entity and property where the server names a column or constraint.
    func error(_ failure: PostgresFailure) -> StoreError {
        let (entity, property) = place(failure)
        func error(_ code: StoreError.Code, _ message: String) -> StoreError {
            StoreError(
                code,
                message,
                entity: entity?.name,
                property: property,
                underlying: failure,
                details: failure.detail
            )
        }
        if failure.isConnectionLost {
            return error(.cannotOpen, "the connection to the server was lost: \(failure)")
        }
        if failure.isUniqueViolation { return error(.constraint, "another row has the same unique values") }
        switch failure.state {
        case "23503":
            return error(
                .missingRow,
                "a relationship leads to a deleted row, or a required relationship still leads to a row that is deleted"
            )
        case "23502": return error(.constraint, "a row has no value where one is required")
        case "22P05", "22021":
            return error(.validation, "a text has the character U+0000, or another one that PostgreSQL cannot keep")
        case "25006": return error(.readOnly, "the store, or the server, can only be read.")
        case "42501": return error(.noPermission, "the server does not let this user read or write the table")
        case "53100": return error(.diskFull, "the server's disk is full.")
        case "55P03", "40P01", "40001": return error(.locked, "other transactions kept the rows locked. Save again.")
        case "57014": return error(.timedOut, "the statement took longer than statementTimeout, or was cancelled.")
        default: return error(failure.isConstraintViolation ? .constraint : .sql, "\(failure)")
        }
    }

    private func place(_ failure: PostgresFailure) -> (PostgresEntity?, String?) {
        guard let table = failure.table else { return (nil, nil) }
        if let root = all.first(where: { $0.table.tableName == table }) {
            let names = family(of: root).flatMap { entity in
                entity.slots.enumerated().compactMap { slot, columns -> String? in
                    let isAffected = columns.ownColumns.contains { column in
                        column.name == failure.column
                            || failure.constraint?.hasPrefix("\(table)_\(column.name)_") == true
                    }
                    return isAffected ? entity.layout.properties[slot].name : nil
                }
            }
            return (root, names.first)
        }
        for entity in all {
            for (slot, columns) in entity.slots.enumerated() {
                guard case .toManyByJoin(_, table, _, _) = columns else { continue }
                return (entity, entity.layout.properties[slot].name)
            }
        }
        return (nil, nil)
    }
}
#endif
