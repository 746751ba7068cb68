#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The columns of one property.
indirect enum PostgresSlot: Sendable {
    case value(PostgresColumn)
    case composite([PostgresSlot], isOptional: Bool)
    case toOne(column: String, entityColumn: String?, destination: String)
    /// A foreign key in the rows of the members.
    case toManyByKey(destination: String, column: String)
    case toManyByJoin(destination: String, table: String, ownColumn: String, otherColumn: String)
    /// The property is not in the store.
    case none

    /// - Parameter attribute: The description of an attribute in the model; nil for a relationship.
    init(_ columns: PropertyColumns, _ attribute: AttributeOutline?, _ choices: StoreChoices) {
        switch columns {
        case .value(let column):
            let array = choices.hasArrays ? attribute?.array : nil
            let elements = array.flatMap { PostgresForm(elementsOf: $0, choices.dates) }
            guard let form = elements ?? PostgresForm(column.kind, choices.dates) else {
                self = .none
                return
            }
            self = .value(PostgresColumn(name: column.name, form: form, isOptional: column.isOptional))
        case .composite(let elements, let isOptional):
            let members = attribute?.elements ?? []
            self = .composite(
                elements.enumerated().map { place, columns in
                    PostgresSlot(columns, members.indices.contains(place) ? members[place] : nil, choices)
                },
                isOptional: isOptional
            )
        case .toOne(let column, let entityColumn, let destination):
            self = .toOne(column: column, entityColumn: entityColumn, destination: destination)
        case .toManyByKey(let destination, let column, _):
            self = .toManyByKey(destination: destination, column: column)
        case .toManyByJoin(let destination, let table, let own, let other):
            self = .toManyByJoin(destination: destination, table: table, ownColumn: own, otherColumn: other)
        case .none: self = .none
        }
    }

    /// The columns of attributes, the columns of a composite one after the other.
    var valueColumns: [PostgresColumn] {
        switch self {
        case .value(let column): [column]
        case .composite(let elements, _): elements.flatMap(\.valueColumns)
        case .toOne, .toManyByKey, .toManyByJoin, .none: []
        }
    }

    /// The columns that the property has in its entity's own table, with their types.
    var ownColumns: [(name: String, type: PostgresType)] {
        switch self {
        case .value, .composite: valueColumns.map { ($0.name, $0.form.type) }
        case .toOne(let column, let entityColumn, _):
            [(column, PostgresType.int8)] + (entityColumn.map { [($0, PostgresType.int2)] } ?? [])
        case .toManyByKey, .toManyByJoin, .none: []
        }
    }

    var isToMany: Bool {
        switch self {
        case .toManyByKey, .toManyByJoin: true
        case .value, .composite, .toOne, .none: false
        }
    }
}

extension PostgresForm {
    /// True for dates that the server keeps to the microsecond, and arrays of them.
    fileprivate var isRounded: Bool { self == .date || self == .array(.date) }
}

/// One column of an attribute.
struct PostgresColumn: Sendable {
    let name: String
    let form: PostgresForm
    let isOptional: Bool
}

/// One entity of a store: its table, its model class, and how each property is kept.
final class PostgresEntity: TableEntity, Sendable {
    let table: EntityTable
    let layout: ModelLayout
    /// The space that the identifiers of its rows share.
    let space: IdentifierSpace
    let slots: [PostgresSlot]
    /// The values that properties without columns have in a row that was read.
    let defaults: [StoredValue]
    /// The slots with columns in the entity's table.
    let columnSlots: [Int]
    let hasColumns: [Bool]
    /// The slots with dates that the server rounds.
    let dateSlots: [Int]
    let toMany: [Int]

    init(table: EntityTable, layout: ModelLayout, slots: [PostgresSlot], storeIdentifier: String) {
        self.table = table
        self.layout = layout
        space = .named(store: storeIdentifier, entity: table.entityName)
        self.slots = slots
        hasColumns = slots.map { !$0.ownColumns.isEmpty }
        dateSlots = slots.indices.filter { slots[$0].valueColumns.contains { $0.form.isRounded } }
        columnSlots = slots.indices.filter { !slots[$0].ownColumns.isEmpty }
        toMany = slots.indices.filter { slots[$0].isToMany }
        defaults = layout.fallbackValues()
    }

    var name: String { table.entityName }
    var number: Int64 { table.number }
    var quotedTable: String { table.quotedTable }
    /// The sequence of the keys of the table.
    var sequence: String { table.sequence }

    func identifier(_ key: Int64) -> PersistentIdentifier { PersistentIdentifier(space: space, key: .row(key)) }

    /// The other side of a relationship.
    func inverse(of slot: Int) -> (layout: ModelLayout, slot: Int)? { layout.inverse(of: slot) }

    /// The condition that a row is of this entity or one below it, if the table has other entities too.
    func familyCondition(_ alias: String) -> String? { table.familyCondition(alias + "row_entity") }
}
#endif
