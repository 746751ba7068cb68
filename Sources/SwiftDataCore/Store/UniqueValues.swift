import Foundation

/// The values of a row in one uniqueness constraint, as stores compare them.
struct UniqueValues: Hashable {
    /// The names of the properties.
    let names: [String]
    /// The class that declares the constraint: its subclasses share it.
    private let owner: ObjectIdentifier
    private let values: [Part]

    /// A value in the form in which equal values clash: strings byte for byte, numbers by value.
    private enum Part: Hashable {
        case integer(Int64)
        case unsigned(UInt64)
        case double(UInt64)
        case text([UInt8])
        case value(AnyHashable)
        case identifier(PersistentIdentifier)
        /// NULL within a composite value.
        case nothing
        case composite([Part])
    }

    /// The values of a row in every constraint; a constraint with a nil in it clashes with nothing.
    static func all(
        of row: DefaultSnapshot,
        resolving: (PersistentIdentifier) -> PersistentIdentifier
    ) throws -> [UniqueValues] {
        var found: [UniqueValues] = []
        for (owner, names) in constraints(of: row.layout) {
            var parts: [Part] = []
            for name in names {
                guard let slot = row.layout.slot(named: name), let part = try part(row, slot, resolving) else { break }
                parts.append(part)
            }
            guard parts.count == names.count else { continue }
            found.append(UniqueValues(names: names, owner: owner, values: parts))
        }
        return found
    }

    /// The destinations of the to-one relationships in the constraints of a row.
    static func destinations(of row: DefaultSnapshot) -> [PersistentIdentifier] {
        constraints(of: row.layout).flatMap { $0.1 }.compactMap { name in
            guard let slot = row.layout.slot(named: name), case .identifier(let destination) = row.values[slot] else {
                return nil
            }
            return destination
        }
    }

    private static func constraints(of layout: ModelLayout) -> [(ObjectIdentifier, [String])] {
        var found: [(ObjectIdentifier, [String])] = []
        var current: ModelLayout? = layout
        while let layout = current {
            found.append(contentsOf: layout.uniquenessConstraints.map { (ObjectIdentifier(layout), $0) })
            current = layout.superLayout
        }
        return found
    }

    private static func part(
        _ row: DefaultSnapshot,
        _ slot: Int,
        _ resolving: (PersistentIdentifier) -> PersistentIdentifier
    ) throws -> Part? {
        if case .identifier(let identifier) = row.values[slot] { return .identifier(resolving(identifier)) }
        guard case .attribute(let attribute) = row.layout.properties[slot].shape else { return nil }
        let value = try attribute.encoded(row.values[slot])
        return value.isAllNull ? nil : part(value)
    }

    private static func part(_ value: StoredValue) -> Part {
        switch value {
        case .integer(let integer): .integer(integer)
        case .unsigned(let integer): .unsigned(integer)
        // Both zeros are one number.
        case .double(let number): .double((number == 0 ? 0 : number).bitPattern)
        case .date(let date): part(.double(date.timeIntervalSinceReferenceDate))
        case .string(let text): .text(Array(text.utf8))
        case .url(let url): .text(Array(url.absoluteString.utf8))
        case .composite(let leaves): .composite(leaves.map(part))
        case .identifier(let identifier): .identifier(identifier)
        default: value.entry?.key(value).map(Part.value) ?? .nothing
        }
    }
}
