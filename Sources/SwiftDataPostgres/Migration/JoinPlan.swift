#if PostgreSQL
import SwiftDataSQL

/// The origin of the rows of one join table of the target.
struct JoinPlan {
    let target: JoinTable
    let link: LinkMapping
    /// The join table that becomes this one; nil for a table that is made.
    let source: JoinTable?
    /// The new names of the columns of the table that becomes this one.
    let renames: [String: String]
    /// The columns with the keys of the link's left and right side.
    let left: String
    let right: String

    /// The plans of all join tables.
    static func all(_ step: PostgresStep) -> [JoinPlan] {
        var used: Set<String> = []
        return step.mapping.links.compactMap { link in
            guard case .join(let table, let left, let right) = link.place,
                let target = step.target.layout.joinTables.first(where: { $0.name == table })
            else { return nil }
            var source: JoinTable?
            var renames: [String: String] = [:]
            if link.groups.count == 1, case .join(let old, let oldLeft, let oldRight) = link.groups[0].place,
                let known = step.source.layout.joinTables.first(where: { $0.name == old }), used.insert(old).inserted
            {
                source = known
                let sides = [(oldLeft, left), (oldRight, right)]
                let positions = sides.map { (PostgresNames.position($0), PostgresNames.position($1)) }
                renames = Dictionary(sides + positions) { first, _ in first }
            }
            return JoinPlan(target: target, link: link, source: source, renames: renames, left: left, right: right)
        }
    }
}
#endif
