import SwiftDataCore

/// Infers how the columns of one attribute become the columns of another.
struct AttributeMapping {
    let entity: String
    let property: String
    /// True if code runs before the rows are moved: a problem that only rows have is then one of the rows that the code
    /// leaves.
    var leavesRowsToCode = false
    var isElement = false

    /// The origins of the columns of a target attribute, in order.
    /// - Throws: ``StoreError`` with code `migration` for a change that could lose a value.
    func fills(
        _ target: AttributeOutline,
        _ targetColumns: PropertyColumns,
        from source: AttributeOutline,
        _ sourceColumns: PropertyColumns,
        standIn: StandIn? = nil
    ) throws -> [ColumnFill] {
        switch (targetColumns, sourceColumns) {
        case (.value(let new), .value(let old)):
            let conversion = try conversion(from: (source, old), to: (target, new))
            return [try fill(new, .column(old.name, conversion), old.isOptional, target.defaultValue, standIn)]
        case (.value, .composite(let elements, _)) where isRaw(target, source):
            return try fills(target, targetColumns, from: source.elements[0], elements[0], standIn: standIn)
        case (.composite(let elements, _), .value) where isRaw(source, target):
            let inner = AttributeMapping(
                entity: entity,
                property: property,
                leavesRowsToCode: leavesRowsToCode,
                isElement: true
            )
            return try inner.fills(target.elements[0], elements[0], from: source, sourceColumns, standIn: standIn)
        case (.composite(let newElements, let isOptional), .composite(let oldElements, let wasOptional)):
            guard target.kind == source.kind else {
                throw changed(source, target, "needs a custom stage that converts the values")
            }
            var standIn = standIn
            if !isOptional, wasOptional, standIn == nil {
                standIn = StandIn(target.defaultValue, absence: sourceColumns.valueColumns.map(\.name))
                if target.kind == .enumeration, standIn == nil {
                    throw lost("was optional and is not any more", "has no default. Declare one")
                }
            }
            return try composite(target, newElements, source, oldElements, standIn)
        default:
            throw changed(source, target, "needs a custom stage that converts the values")
        }
    }

    /// The origins of the columns of an attribute that was added.
    /// - Throws: ``StoreError`` with code `migration` if rows would have no value.
    func fills(
        added target: AttributeOutline,
        _ columns: PropertyColumns,
        standIn: StandIn? = nil
    ) throws -> [ColumnFill] {
        switch columns {
        case .value(let column):
            return [try fill(column, .null, true, target.defaultValue, standIn)]
        case .composite(let elements, let isOptional):
            if isOptional, standIn?.isNull ?? true {
                return columns.valueColumns.map { filled($0, .null, nil, []) }
            }
            let whole = standIn ?? StandIn(target.defaultValue, absence: [])
            return try zip(target.elements, elements).enumerated().flatMap { index, pair in
                try inner(pair.0).fills(added: pair.0, pair.1, standIn: whole?.element(index))
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
        _ standIn: StandIn?
    ) throws -> [ColumnFill] {
        let old = Dictionary(zip(source.elements, oldElements).map { ($0.name, ($0, $1)) }) { first, _ in first }
        let origins = try ModelMapping.origins(
            of: target.elements.map { ($0.name, $0.originalName) },
            among: Dictionary(source.elements.map { ($0.name, $0.originalName) }) { first, _ in first }
        ) { name, origin in
            lost("has two members that come from \(origin)", "\(name) is one of them. Give each its own original name")
        }
        let kept = Set(origins.values)
        if target.kind == .enumeration, let gone = source.elements.first(where: { !kept.contains($0.name) }) {
            throw lost("had a case \(gone.name), which is not there any more", "rows may have it")
        }
        return try zip(target.elements, newElements).enumerated().flatMap { index, pair -> [ColumnFill] in
            let (element, columns) = pair
            let ownStandIn = standIn?.element(index)
            guard let (before, beforeColumns) = origins[element.name].flatMap({ old[$0] }) else {
                return try inner(element).fills(added: element, columns, standIn: ownStandIn)
            }
            return try inner(element).fills(element, columns, from: before, beforeColumns, standIn: ownStandIn)
        }
    }

    private func inner(_ element: AttributeOutline) -> AttributeMapping {
        AttributeMapping(
            entity: entity,
            property: property + "." + element.name,
            leavesRowsToCode: leavesRowsToCode,
            isElement: true
        )
    }

    /// A struct with a raw value that is JSON has one member of its own name, and a file does not record that there is
    /// a raw value.
    private func isRaw(_ value: AttributeOutline, _ composite: AttributeOutline) -> Bool {
        guard case .rawValue = value.kind, composite.kind == .composite, composite.elements.count == 1 else {
            return false
        }
        return composite.elements[0].name == composite.name && composite.elements[0].elements.isEmpty
    }

    private func fill(
        _ column: Column,
        _ origin: ColumnFill.Origin,
        _ mayBeMissing: Bool,
        _ fallback: StoredValue?,
        _ standIn: StandIn?
    ) throws -> ColumnFill {
        if let standIn, !standIn.isNull { return filled(column, origin, standIn.value, standIn.absence) }
        guard mayBeMissing, !column.isOptional else { return filled(column, origin, nil, []) }
        guard let fallback = StandIn(fallback, absence: [])?.value else {
            let refusal =
                if case .null = origin {
                    lost("was added and must have a value", "has no default. Declare one, or make it optional")
                } else {
                    lost("was optional and is not any more", "has no default. Declare one")
                }
            guard leavesRowsToCode else { throw refusal }
            return filled(column, origin, nil, []).refusing(refusal.message)
        }
        if case .column(let name, _) = origin { return filled(column, origin, fallback, [name]) }
        return filled(column, origin, fallback, [])
    }

    private func filled(
        _ column: Column,
        _ origin: ColumnFill.Origin,
        _ fallback: StoredValue?,
        _ absence: [String]
    ) -> ColumnFill {
        ColumnFill(
            column: column,
            isElement: isElement,
            path: property,
            origin: origin,
            fallback: fallback,
            absence: absence
        )
    }

    func changed(_ source: AttributeOutline, _ target: AttributeOutline, _ why: String) -> StoreError {
        lost("was \(Self.text(source)) and is \(Self.text(target))", why)
    }

    func lost(_ what: String, _ why: String) -> StoreError {
        StoreError(.migration, "\(what), and \(why).", entity: entity, property: property)
    }

    static func text(_ attribute: AttributeOutline) -> String {
        let kind = attribute.kind.text
        switch attribute.kind {
        case .composite, .enumeration, .json, .codable, .transformable:
            return attribute.valueTypeName.map { $0.hasPrefix("NS") ? kind : "\(kind) \($0)" } ?? kind
        default: return kind
        }
    }
}

/// A default that replaces a whole composite in a row without one.
struct StandIn {
    let value: StoredValue
    /// The columns that are all NULL in a row without the composite; if there are none, every row is such a row.
    let absence: [String]

    /// Returns nil if there is no default.
    init?(_ value: StoredValue?, absence: [String]) {
        guard let value else { return nil }
        if case .null = value { return nil }
        self.init(value: value, absence: absence)
    }

    private init(value: StoredValue, absence: [String]) {
        self.value = value
        self.absence = absence
    }

    /// True if the member has no value in the default.
    var isNull: Bool { if case .null = value { true } else { false } }

    /// The default of a member.
    func element(_ index: Int) -> StandIn? {
        guard case .composite(let values) = value, values.indices.contains(index) else {
            return isNull ? self : nil
        }
        return StandIn(value: values[index], absence: absence)
    }
}
