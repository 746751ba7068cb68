import SwiftDataCore
import SwiftDataSQL

/// The columns that rows of an entity and of its subentities are read from.
struct EntityColumns: Sendable {
    /// `Z_PK`, `Z_ENT`, `Z_OPT`, then the columns of the properties, the entity's own first.
    let names: [String]

    /// `Z_PK` and `Z_ENT` alone.
    static let keys = EntityColumns(names: ["Z_PK", "Z_ENT"])

    private init(names: [String]) {
        self.names = names
    }

    init(of entity: StoreEntity, in model: StoreModel) {
        self.init(of: entity, in: model) { _ in nil }
    }

    /// - Parameter wanted: The slots of an entity of which the columns are read; nil for all.
    init(of entity: StoreEntity, in model: StoreModel, wanted: (StoreEntity) -> Set<Int>?) {
        var names = ["Z_PK", "Z_ENT", "Z_OPT"]
        var known = Set(names)
        for member in model.family(of: entity) {
            let slots = wanted(member)
            for (slot, columns) in member.slots.enumerated() where slots?.contains(slot) ?? true {
                for name in columns.columnNames where known.insert(name).inserted { names.append(name) }
            }
        }
        self.names = names
    }

    /// The same without some columns.
    func without(_ left: Set<String>) -> EntityColumns { EntityColumns(names: names.filter { !left.contains($0) }) }

    /// The columns as a result list, each with the table's alias before it.
    func list(_ alias: String) -> String {
        names.map { "\(alias).\(SQLIdentifier.quoted($0))" }.joined(separator: ", ")
    }
}
