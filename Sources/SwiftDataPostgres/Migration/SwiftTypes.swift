#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The Swift types that the model of a store has, and that a model of Core Data cannot express: unsigned and 8-bit
/// integers, enums with raw values, and `Codable` types.
struct SwiftTypes {
    private let stored: ModelOutline

    init(of stored: ModelOutline) { self.stored = stored }

    /// A model with the Swift types of the store, wherever Core Data writes these as the model has them.
    /// - Throws: ``StoreError`` with code `migration` that lists the attributes whose type the model does not contain.
    func completing(_ model: ModelOutline) throws -> ModelOutline {
        var model = model
        // The choices of a file do not matter on a server, and its tables have the names of the classes.
        model.form = nil
        var unknown: [String] = []
        for place in model.entities.indices {
            var entity = model.entities[place]
            entity.storedName = entity.name
            let names = [entity.name, entity.originalName]
            let before = names.lazy.compactMap { name in stored.entities.first { $0.name == name } }.first
            for slot in entity.properties.indices {
                guard case .attribute(let attribute) = entity.properties[slot] else { continue }
                let known = before.flatMap { Self.attribute(of: attribute, in: $0.properties.compactMap(\.attribute)) }
                guard let completed = Self.completed(attribute, by: known) else {
                    unknown.append("\(entity.name).\(attribute.name)")
                    continue
                }
                entity.properties[slot] = .attribute(completed)
            }
            model.entities[place] = entity
        }
        guard unknown.isEmpty else {
            throw StoreError(
                .migration,
                "the model does not record the Swift types of \(unknown.joined(separator: ", ")), on which the columns depend. Name "
                    + "a store on a server that was made with the new models, or open the store with them."
            )
        }
        return model
    }

    private static func attribute(
        of attribute: AttributeOutline,
        in stored: [AttributeOutline]
    ) -> AttributeOutline? {
        [attribute.name, attribute.originalName].lazy.compactMap { name in stored.first { $0.name == name } }.first
    }

    /// The attribute with its Swift type; nil where neither the model nor the store contains it.
    private static func completed(_ attribute: AttributeOutline, by stored: AttributeOutline?) -> AttributeOutline? {
        var attribute = attribute
        guard let stored else { return hasFixedColumns(attribute) ? attribute : nil }
        if attribute.kind == stored.kind {
            let elements = attribute.elements.map { completed($0, by: Self.attribute(of: $0, in: stored.elements)) }
            guard elements.allSatisfy({ $0 != nil }) else { return nil }
            attribute.elements = elements.compactMap { $0 }
            return attribute
        }
        guard isForm(attribute.kind, of: stored.kind) else { return hasFixedColumns(attribute) ? attribute : nil }
        attribute.kind = stored.kind
        attribute.valueTypeName = stored.valueTypeName
        attribute.array = stored.array
        return attribute
    }

    /// True if Core Data has the one kind for values of the other.
    private static func isForm(_ kind: AttributeKind, of swift: AttributeKind) -> Bool {
        switch swift {
        case .rawValue(let raw): kind == raw || isForm(kind, of: raw)
        // Core Data keeps the JSON as bytes, or as an archive.
        case .json, .codable:
            switch kind {
            case .data, .transformable, .json, .codable: true
            default: false
            }
        case .integer(.int8), .integer(.uint8): kind == .integer(.int16)
        case .integer(.uint16): kind == .integer(.int32)
        case .integer(.uint32), .integer(.uint64): kind == .integer(.int64)
        default: false
        }
    }

    /// True if the attribute has the same columns whatever its Swift type is. A transformable attribute may be JSON in Swift.
    private static func hasFixedColumns(_ attribute: AttributeOutline) -> Bool {
        switch attribute.kind {
        case .transformable, .composite, .enumeration: attribute.isTransient
        default: true
        }
    }
}
#endif
