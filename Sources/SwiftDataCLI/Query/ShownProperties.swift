import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// The properties that are shown of rows: paths such as `title`, `shelf.place.town`, `tags.word` or `tags.count`.
struct ShownProperties {
    struct Column {
        let name: String
        let path: FilterPath
    }

    let columns: [Column]

    /// - Throws: ``ToolFailure`` with the problem.
    init(_ text: String, _ paths: FilterPaths) throws {
        func failure(_ reason: String) -> ToolFailure {
            ToolFailure("The properties are not understood: \(reason).", isUsage: true)
        }
        columns = try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let name = part.split(separator: " ").joined()
            guard !name.isEmpty else { throw failure("a name is missing between commas") }
            do {
                return Column(name: name, path: try paths.path(name))
            } catch let reason as FilterFailure {
                throw failure(reason.message)
            }
        }
    }

    /// The properties of the rows themselves with which the paths begin.
    var names: Set<String> { Set(columns.compactMap { $0.path.steps.first?.propertyName }) }

    /// The values of each row, in the order of the columns.
    func values(of rows: [DynamicRow], in store: DynamicStore, _ report: UnreadableReport) throws -> [[ShownValue]] {
        let walk = PropertyWalk(store: store, report: report)
        let found = try columns.map { try walk.values(rows, $0.path.steps[...]) }
        return rows.indices.map { row in found.map { $0[row] } }
    }
}

extension FilterPath.Step {
    /// The property that is read.
    var propertyName: String? {
        switch self {
        case .attribute(let attribute, _), .member(let attribute): attribute.name
        case .relationship(let relationship, _): relationship.name
        case .identifier, .count: nil
        }
    }
}

/// Follows paths from rows, for all of them at once.
private struct PropertyWalk {
    let store: DynamicStore
    let report: UnreadableReport

    func values(_ rows: [DynamicRow?], _ steps: ArraySlice<FilterPath.Step>) throws -> [ShownValue] {
        guard let step = steps.first else { return rows.map { _ in .value(.null) } }
        let rest = steps.dropFirst()
        switch step {
        case .identifier: return rows.map { .value($0.map { .identifier($0.id) } ?? .null) }
        case .attribute(let attribute, _):
            return rows.map { row in .value(rest.reduce(row?[attribute.name] ?? .null) { $0.member($1.propertyName) }) }
        case .relationship(let relationship, _):
            let links = rows.map { $0?[relationship.name] ?? .null }
            return relationship.isToOne ? try toOne(links, rest) : try toMany(links, rest)
        case .member, .count: return rows.map { _ in .value(.null) }
        }
    }

    private func toOne(_ links: [DynamicValue], _ rest: ArraySlice<FilterPath.Step>) throws -> [ShownValue] {
        if rest.isEmpty { return links.map { .value($0) } }
        let found = try self.rows(links.flatMap(\.destinations), rest)
        return try values(links.map { $0.destinations.first.flatMap { found[$0] } }, rest)
    }

    private func toMany(_ links: [DynamicValue], _ rest: ArraySlice<FilterPath.Step>) throws -> [ShownValue] {
        if rest.isEmpty { return links.map { .value($0) } }
        if case .count? = rest.first { return links.map { .value(.integer(Int64($0.destinations.count))) } }
        let all = links.flatMap(\.destinations)
        let found = try self.rows(all, rest)
        var shown = try values(all.map { found[$0] }, rest)[...]
        return links.map { link in
            let own = shown.prefix(link.destinations.count)
            shown = shown.dropFirst(own.count)
            return .list(Array(own))
        }
    }

    private func rows(
        _ identifiers: [PersistentIdentifier],
        _ steps: ArraySlice<FilterPath.Step>
    ) throws -> [PersistentIdentifier: DynamicRow] {
        let names = Set([steps.first?.propertyName].compactMap { $0 })
        return try store.readableRows(Array(Set(identifiers)), RowReading(properties: names, report: report.note))
    }
}

extension DynamicValue {
    /// The rows that a relationship leads to.
    fileprivate var destinations: [PersistentIdentifier] {
        switch self {
        case .identifier(let identifier): [identifier]
        case .identifiers(let identifiers): identifiers
        default: []
        }
    }

    /// A member of a composite; of an enum, the payload of its case of this name.
    fileprivate func member(_ name: String?) -> DynamicValue {
        guard let name else { return .null }
        switch self {
        case .enumeration(name, let payload): return payload ?? .string(name)
        case .enumeration: return .null
        case .unreadable: return .unreadable
        default: return self[name] ?? .null
        }
    }
}
