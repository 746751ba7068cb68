import SwiftDataCore
import SwiftDataSyncCore

extension SyncSchema {
    /// All that decides which rows the store shows, as text. Equal schemas have equal texts.
    var outline: String {
        entities.values.sorted { $0.name < $1.name }.map { entity in
            let properties = entity.properties.enumerated().map { slot, property in
                "\(text(property)) \(entity.layout.properties[slot].isOptional)"
            }
            let rules = rules.entities[entity.name]
            let references = (rules?.references ?? [:]).sorted { $0.key < $1.key }.map {
                "\($0.key) \($0.value.isRequired) \($0.value.onDeletion) \($0.value.partner?.text ?? "-")"
            }
            let pairs = (rules?.pairs ?? [:]).sorted { $0.key < $1.key }.map {
                "\($0.key) \($0.value.onOwnerDeletion) \($0.value.onMemberDeletion)"
            }
            let unique = (rules?.unique ?? []).map { "\($0.scope) \($0.properties.map(\.text))" }
            let policies = entity.properties.compactMap { property -> String? in
                guard case .attribute(let name, _) = property else { return nil }
                return self.rules.policies.policy(entity: entity.name, property: name).rawValue
            }
            return ([entity.name.text] + properties + references + pairs + unique + policies).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private func text(_ property: SyncProperty) -> String {
        switch property {
        case .attribute(let name, let attribute): "attribute \(name) \(attribute.kind)"
        case .reference(let name): "reference \(name)"
        case .inverseReference(let entity, let slot, let name): "inverse \(entity) \(slot) \(name)"
        case .members(let entity, let slot, let name): "members \(entity) \(slot ?? -1) \(name)"
        case .pairs(let name): "pairs \(name)"
        case .inversePairs(let entity, let slot, let name): "inverse pairs \(entity) \(slot) \(name)"
        case .none: "none"
        }
    }
}
