import SwiftDataCore
import SwiftDataSQL

/// The work that makes one join table of the target.
struct JoinWork {
    enum Mode {
        case create
        case alter(source: String, renames: [(old: String, new: String)])
        case rebuild
    }

    let join: JoinTable
    let groups: [LinkGroup]
    let mode: Mode
    /// The columns that keep orders, each with its side.
    let orders: [(name: String, isLeft: Bool)]
    let leftIsFirst: Bool

    var isUntouched: Bool {
        if case .alter(let source, let renames) = mode { source == join.name && renames.isEmpty } else { false }
    }

    init?(_ link: LinkMapping, _ mapping: ModelMapping, _ file: MigrationFile, _ offsets: KeyOffsets) {
        guard case .join(let table, let left, let right) = link.place,
            let join = mapping.target.joinTables.first(where: { $0.name == table })
        else { return nil }
        self.join = join
        groups = link.groups
        leftIsFirst = join.firstColumn == left
        let pairs = groups.map { LinkPairs(group: $0, file: file, offsets: offsets) { $0 } }
        var orders: [(name: String, isLeft: Bool)] = []
        if pairs.contains(where: { $0.positionOfLeft != nil }) {
            orders.append((MigrationFile.orderColumn(ofMember: left), true))
        }
        if pairs.contains(where: { $0.positionOfRight != nil }) {
            orders.append((MigrationFile.orderColumn(ofMember: right), false))
        }
        self.orders = orders
        mode =
            groups.isEmpty
            ? .create : Self.alteration(left, right, groups, join, mapping, file, offsets) ?? .rebuild
    }

    /// The table of the source with other names, where that is all.
    private static func alteration(
        _ left: String,
        _ right: String,
        _ groups: [LinkGroup],
        _ join: JoinTable,
        _ mapping: ModelMapping,
        _ file: MigrationFile,
        _ offsets: KeyOffsets
    ) -> Mode? {
        guard groups.count == 1, case .join(let source, let oldLeft, let oldRight) = groups[0].place,
            !groups[0].left.isFiltered, !groups[0].right.isFiltered, offsets.offset(of: groups[0].left) == 0,
            offsets.offset(of: groups[0].right) == 0,
            let old = mapping.source.joinTables.first(where: { $0.name == source }),
            (old.firstColumn == oldLeft) == (join.firstColumn == left)
        else { return nil }
        let names = [
            (oldLeft, left), (oldRight, right),
            (MigrationFile.orderColumn(ofMember: oldLeft), MigrationFile.orderColumn(ofMember: left)),
            (MigrationFile.orderColumn(ofMember: oldRight), MigrationFile.orderColumn(ofMember: right)),
        ]
        let renames = names.filter { $0.0 != $0.1 && file.has($0.0, in: source) }
        return .alter(source: source, renames: renames.map { (old: $0.0, new: $0.1) })
    }
}
