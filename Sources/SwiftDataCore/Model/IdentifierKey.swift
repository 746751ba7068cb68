/// The part of an identifier that differs between the rows of one entity.
package enum IdentifierKey: Hashable, Comparable, Sendable {
    /// The primary key of a store with integer keys, written `p<number>` in an object URI.
    case row(Int64)
    /// The key of a custom store, by its description.
    case custom(CustomKey)
    /// A model that has not been saved.
    case temporary(TemporaryKey)
    /// Any of these, with the store and the entity, which have no space.
    case foreign(ForeignKey)

    /// The key that a description stands for: the form in which an encoded identifier carries it.
    package init(parsing text: String) {
        if text.hasPrefix("p"), let row = Int64(text.dropFirst()), text == "p\(row)" {
            self = .row(row)
        } else {
            self = .custom(CustomKey(text))
        }
    }

    package static func < (lhs: IdentifierKey, rhs: IdentifierKey) -> Bool {
        switch (lhs, rhs) {
        case (.row(let left), .row(let right)): left < right
        case (.custom(let left), .custom(let right)): left < right
        case (.temporary(let left), .temporary(let right)): left < right
        case (.foreign(let left), _): left.key < rhs
        case (_, .foreign(let right)): lhs < right.key
        default: lhs.rank < rhs.rank
        }
    }

    /// The key without a store and an entity.
    package var plain: IdentifierKey {
        if case .foreign(let foreign) = self { foreign.key } else { self }
    }

    private var rank: Int {
        switch self {
        case .row: 0
        case .custom: 1
        case .temporary: 2
        case .foreign: 3
        }
    }
}

/// The description of a custom store's primary key, in a box so that identifiers of the default store stay small.
package final class CustomKey: Hashable, Comparable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (lhs: CustomKey, rhs: CustomKey) -> Bool { lhs.text == rhs.text }
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// Numbers come first, in numeric order, then everything else in lexical order.
    package static func < (lhs: CustomKey, rhs: CustomKey) -> Bool {
        switch (Int64(lhs.text), Int64(rhs.text)) {
        case (let left?, let right?): left < right
        case (.some, nil): true
        case (nil, .some): false
        case (nil, nil): lhs.text < rhs.text
        }
    }
}

extension IdentifierKey {
    /// The number of the key, unique in its store and entity; nil for the keys of custom stores and for keys without a
    /// space.
    package var number: Int64? {
        switch self {
        case .row(let row): row
        case .temporary(let key): Int64(bitPattern: key.serial)
        case .custom, .foreign: nil
        }
    }
}
