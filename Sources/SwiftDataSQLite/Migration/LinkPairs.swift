import SwiftDataCore
import SwiftDataSQL

/// The links of one place of the source as a query of pairs, with the keys of the target.
struct LinkPairs {
    let group: LinkGroup
    let file: MigrationFile
    let offsets: KeyOffsets
    /// The name by which a table of the source can be reached now.
    let table: (String) -> String

    /// The key by which the source is read in order.
    var rowKey: String {
        switch group.place {
        case .column: "s.Z_PK"
        case .join: "s.rowid"
        }
    }

    var left: String { key(isLeft: true) }
    var right: String { key(isLeft: false) }

    /// The position of the right row among the rows of the left one; nil where the source keeps none.
    var positionOfRight: String? { position(ofLeft: false) }
    var positionOfLeft: String? { position(ofLeft: true) }

    /// The number of a side's entity in the target.
    func entityNumber(isLeft: Bool) -> String {
        let side = isLeft ? group.left : group.right
        let numbers = Set(side.numbers.values)
        if numbers.count == 1, !side.isFiltered { return numbers.map(String.init)[0] }
        return ContentText.renumbered(oldNumber(isLeft: isLeft), side.numbers)
    }

    /// The text that follows `FROM`: the links whose rows take part on both sides.
    var from: String { "\(source) WHERE " + ([isLink] + conditions).joined(separator: " AND ") }

    /// The conditions for links whose rows take part on both sides; none if all do.
    var conditions: [String] {
        [true, false].compactMap { isLeft -> String? in
            let side = isLeft ? group.left : group.right
            guard side.isFiltered else { return nil }
            return "\(oldNumber(isLeft: isLeft)) IN (\(ContentText.list(side.numbers.keys)))"
        }
    }

    /// The text that follows `FROM`: the links to rows that stay, but where the relationship cannot lead to them.
    func excluded(isLeft: Bool) -> String? {
        let side = isLeft ? group.left : group.right
        guard !side.excluded.isEmpty else { return nil }
        let own = isLeft ? group.right : group.left
        var conditions = [isLink, "\(oldNumber(isLeft: isLeft)) IN (\(ContentText.list(side.excluded)))"]
        if own.isFiltered {
            conditions.append("\(oldNumber(isLeft: !isLeft)) IN (\(ContentText.list(own.numbers.keys)))")
        }
        return "\(source) WHERE " + conditions.joined(separator: " AND ")
    }

    /// The text that follows `FROM`: the links to rows that are removed.
    func removed(isLeft: Bool) -> String? {
        let side = isLeft ? group.left : group.right
        guard !side.removed.isEmpty else { return nil }
        return "\(source) WHERE \(isLink) AND \(oldNumber(isLeft: isLeft)) IN (\(ContentText.list(side.removed)))"
    }

    private var source: String { "\(table(group.place.table)) AS s" }

    private var isLink: String {
        switch group.place {
        case .column(_, let column, _, _): "s.\(SQLIdentifier.quoted(column)) IS NOT NULL"
        case .join: "1"
        }
    }

    private func oldKey(isLeft: Bool) -> String {
        switch group.place {
        case .column(_, let column, _, let holderIsLeft):
            holderIsLeft == isLeft ? "s.Z_PK" : "s." + SQLIdentifier.quoted(column)
        case .join(_, let left, let right):
            "s." + SQLIdentifier.quoted(isLeft ? left : right)
        }
    }

    private func key(isLeft: Bool) -> String {
        let offset = offsets.offset(of: isLeft ? group.left : group.right)
        return offset == 0 ? oldKey(isLeft: isLeft) : "\(oldKey(isLeft: isLeft)) + \(offset)"
    }

    private func oldNumber(isLeft: Bool) -> String {
        if case .column(_, _, let entityColumn, let holderIsLeft) = group.place {
            if holderIsLeft == isLeft { return "s.Z_ENT" }
            if let entityColumn { return "s." + SQLIdentifier.quoted(entityColumn) }
        }
        let side = isLeft ? group.left : group.right
        return "(SELECT Z_ENT FROM \(table(side.table)) WHERE Z_PK = \(oldKey(isLeft: isLeft)))"
    }

    private func position(ofLeft: Bool) -> String? {
        let column: String
        switch group.place {
        case .column(_, let key, _, let holderIsLeft):
            guard holderIsLeft == ofLeft else { return nil }
            column = MigrationFile.orderColumn(ofKey: key)
        case .join(_, let left, let right):
            column = MigrationFile.orderColumn(ofMember: ofLeft ? left : right)
        }
        return file.has(column, in: group.place.table) ? "s." + SQLIdentifier.quoted(column) : nil
    }

    /// The tables of the source that are looked into, and must have their old numbers.
    var tables: Set<String> {
        var tables: Set<String> = [group.place.table]
        for isLeft in [true, false] where oldNumber(isLeft: isLeft).hasPrefix("(SELECT") {
            let side = isLeft ? group.left : group.right
            if side.isFiltered || Set(side.numbers.values).count > 1 { tables.insert(side.table) }
        }
        return tables
    }
}
