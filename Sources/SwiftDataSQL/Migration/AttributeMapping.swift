import SwiftDataCore

/// Works out how the columns of one attribute become those of another.
struct AttributeMapping {
    let entity: String
    let property: String

    /// What fills the columns of a target attribute, in order.
    /// - Throws: ``StoreError`` with code `migration` for a change that could lose a value.
    func fills(
        _ target: AttributeOutline,
        _ targetColumns: PropertyColumns,
        from source: AttributeOutline,
        _ sourceColumns: PropertyColumns
    ) throws -> [ColumnFill] {
        switch (targetColumns, sourceColumns) {
        case (.value(let new), .value(let old)):
            let conversion = try conversion(from: old, to: new)
            return [try fill(new, .column(old.name, conversion), old.isOptional, target.defaultValue)]
        case (.composite(let newElements, let isOptional), .composite(let oldElements, let wasOptional)):
            try checkKinds(target.kind, source.kind)
            if !isOptional, wasOptional, target.kind == .enumeration {
                throw lost("was optional and is not any more", "its cases have no default that could stand in")
            }
            return try composite(target, newElements, source, oldElements, wasOptional: wasOptional)
        default:
            throw lost("was \(Self.text(source)) and is \(Self.text(target))", "only a custom stage can tell how")
        }
    }

    /// What fills the columns of an attribute that was added.
    /// - Throws: ``StoreError`` with code `migration` where rows would have no value.
    func fills(added target: AttributeOutline, _ columns: PropertyColumns) throws -> [ColumnFill] {
        switch columns {
        case .value(let column):
            return [try fill(column, .null, true, target.defaultValue)]
        case .composite(let elements, let isOptional):
            if isOptional { return columns.valueColumns.map { ColumnFill(column: $0, origin: .null, fallback: nil) } }
            var defaults: [StoredValue] = []
            if case .composite(let values)? = target.defaultValue { defaults = values }
            return try zip(target.elements, elements).enumerated().flatMap { index, pair in
                var element = pair.0
                element.defaultValue = defaults.indices.contains(index) ? defaults[index] : element.defaultValue
                return try fills(added: element, pair.1)
            }
        case .toOne, .toManyByKey, .toManyByJoin, .none:
            return []
        }
    }

    private func composite(
        _ target: AttributeOutline,
        _ newElements: [PropertyColumns],
        _ source: AttributeOutline,
        _ oldElements: [PropertyColumns],
        wasOptional: Bool
    ) throws -> [ColumnFill] {
        let old = Dictionary(zip(source.elements, oldElements).map { ($0.name, ($0, $1)) }) { first, _ in first }
        let kept = Set(target.elements.map { old[$0.originalName] == nil ? $0.name : $0.originalName })
        if target.kind == .enumeration, let gone = source.elements.first(where: { !kept.contains($0.name) }) {
            throw lost("has no case \(gone.name) any more", "rows may have it")
        }
        return try zip(target.elements, newElements).flatMap { element, columns -> [ColumnFill] in
            let inner = AttributeMapping(entity: entity, property: property + "." + element.name)
            guard let (before, beforeColumns) = old[element.originalName] ?? old[element.name] else {
                return try inner.fills(added: element, columns)
            }
            return try inner.fills(element, columns, from: before, beforeColumns)
        }
    }

    private func checkKinds(_ target: AttributeKind, _ source: AttributeKind) throws {
        guard target == source else {
            throw lost("was a \(source) and is a \(target)", "only a custom stage can tell how")
        }
    }

    private func fill(
        _ column: Column,
        _ origin: ColumnFill.Origin,
        _ mayBeMissing: Bool,
        _ fallback: StoredValue?
    ) throws -> ColumnFill {
        guard mayBeMissing, !column.isOptional else { return ColumnFill(column: column, origin: origin, fallback: nil) }
        guard let fallback else {
            if case .null = origin {
                throw lost("was added and must have a value", "no default says which. Declare one, or make it optional")
            }
            throw lost("was optional and is not any more", "no default says what stands in. Declare one")
        }
        return ColumnFill(column: column, origin: origin, fallback: fallback)
    }

    func lost(_ what: String, _ why: String) -> StoreError {
        StoreError(.migration, "\(what), and \(why).", entity: entity, property: property)
    }

    static func text(_ attribute: AttributeOutline) -> String {
        attribute.valueTypeName.map { "a \($0)" } ?? "\(attribute.kind)"
    }
}
