import SwiftDataCore
import SwiftDataSQL

/// One column with all data to read and write it.
struct StoredColumn: Sendable {
    let name: String
    let form: ColumnForm
    let isOptional: Bool
    /// True if the bytes carry the tag of external storage.
    let isExternal: Bool
}

/// The columns of one property: ``PropertyColumns`` with the forms of the columns computed.
indirect enum SlotColumns: Sendable {
    case value(StoredColumn)
    case composite([SlotColumns], isOptional: Bool)
    case toOne(column: String, entityColumn: String?, destination: String)
    case toManyByKey(destination: String, column: String, entityColumn: String?)
    case toManyByJoin(destination: String, table: String, ownColumn: String, otherColumn: String)
    /// The property is not in the store.
    case none

    init(_ columns: PropertyColumns, isElement: Bool = false) {
        switch columns {
        case .value(let column):
            guard let form = ColumnForm(column.kind, isElement: isElement) else {
                self = .none
                return
            }
            self = .value(
                StoredColumn(
                    name: column.name,
                    form: form,
                    isOptional: column.isOptional,
                    isExternal: column.isExternal
                )
            )
        case .composite(let elements, let isOptional):
            self = .composite(elements.map { SlotColumns($0, isElement: true) }, isOptional: isOptional)
        case .toOne(let column, let entityColumn, let destination):
            self = .toOne(column: column, entityColumn: entityColumn, destination: destination)
        case .toManyByKey(let destination, let column, let entityColumn):
            self = .toManyByKey(destination: destination, column: column, entityColumn: entityColumn)
        case .toManyByJoin(let destination, let table, let ownColumn, let otherColumn):
            self = .toManyByJoin(
                destination: destination,
                table: table,
                ownColumn: ownColumn,
                otherColumn: otherColumn
            )
        case .none: self = .none
        }
    }

    /// The names of the columns in the entity's own table.
    var columnNames: [String] {
        switch self {
        case .value(let column): [column.name]
        case .composite(let elements, _): elements.flatMap(\.columnNames)
        case .toOne(let column, let entityColumn, _): [column] + (entityColumn.map { [$0] } ?? [])
        case .toManyByKey, .toManyByJoin, .none: []
        }
    }

    /// The columns of attributes.
    var valueColumns: [StoredColumn] {
        switch self {
        case .value(let column): [column]
        case .composite(let elements, _): elements.flatMap(\.valueColumns)
        case .toOne, .toManyByKey, .toManyByJoin, .none: []
        }
    }

    var isToMany: Bool {
        switch self {
        case .toManyByKey, .toManyByJoin: true
        case .value, .composite, .toOne, .none: false
        }
    }
}
