import SwiftDataCore
import SwiftDataSQL

/// The columns that rows of an entity and of those below it are read from.
struct EntityColumns: Sendable {
    /// `Z_PK`, `Z_ENT`, `Z_OPT`, then those of the properties, the entity's own first.
    let names: [String]

    /// `Z_PK` and `Z_ENT` alone.
    static let keys = EntityColumns(names: ["Z_PK", "Z_ENT"])

    private init(names: [String]) {
        self.names = names
    }

    init(of entity: StoreEntity, in model: StoreModel) {
        var names = ["Z_PK", "Z_ENT", "Z_OPT"]
        var known = Set(names)
        for member in model.family(of: entity) {
            for name in member.slots.flatMap(\.columnNames) where known.insert(name).inserted { names.append(name) }
        }
        self.names = names
    }

    /// As a result list, each column with the table's alias before it.
    func list(_ alias: String) -> String {
        names.map { "\(alias).\(SQLIdentifier.quoted($0))" }.joined(separator: ", ")
    }
}
