/// The place where a model stores the links of a relationship, and of its inverse: pairs of a left and a right key.
package enum LinkPlace: Sendable, Hashable {
    /// The rows of one side have the key of the other side in a column.
    case column(table: String, column: String, entityColumn: String?, holderIsLeft: Bool)
    /// A table of pairs.
    case join(table: String, left: String, right: String)

    /// The same links, seen from the other side.
    package var flipped: LinkPlace {
        switch self {
        case .column(let table, let column, let entityColumn, let holderIsLeft):
            .column(table: table, column: column, entityColumn: entityColumn, holderIsLeft: !holderIsLeft)
        case .join(let table, let left, let right):
            .join(table: table, left: right, right: left)
        }
    }

    package var table: String {
        switch self {
        case .column(let table, _, _, _), .join(let table, _, _): table
        }
    }
}

/// The rows on one side of links: the rows of the source that take part, and their fate.
package struct LinkSide: Sendable, Hashable {
    /// The table of the source.
    package let table: String
    /// The table of the target.
    package let targetTable: String
    /// The numbers of the entities that take part, each with its number in the target.
    package var numbers: [Int64: Int64]
    /// The numbers of entities whose rows are removed.
    package var removed: Set<Int64> = []
    /// The numbers of entities whose rows stay, but can no longer have such links.
    package var excluded: Set<Int64> = []

    /// True if rows that do not take part may occur.
    package var isFiltered: Bool { !removed.isEmpty || !excluded.isEmpty }
}

/// Links in one place of the source.
package struct LinkGroup: Sendable, Hashable {
    package let place: LinkPlace
    package var left: LinkSide
    package var right: LinkSide
    /// True if the key moves with the row that has it, from column to column.
    package var goesWithRows = false
}

/// The way in which the links of a relationship and its inverse reach their place in the target.
package struct LinkMapping: Sendable {
    /// The relationship of the target whose side is the left one.
    package let entity: String
    package let relationship: String
    /// True if every row of the left side must have a link.
    package let isRequired: Bool
    package let place: LinkPlace
    /// The numbers of the target's entities whose rows have the column.
    package let holderNumbers: ClosedRange<Int64>
    /// True if the side that a column points to has several links, whose order may be stored.
    package let mayHaveOrder: Bool
    package let groups: [LinkGroup]
}
