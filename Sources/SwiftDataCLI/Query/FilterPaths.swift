package import SwiftDataCore
package import SwiftDataSQL

/// Finds the properties that paths such as `shelf.place.town` name.
package struct FilterPaths {
    let entity: EntityOutline
    private let outlines: [String: EntityOutline]
    /// Makes the identifier of a row.
    let identifier: (_ entity: String, _ key: Int64) throws -> PersistentIdentifier

    package init(
        _ entity: EntityOutline,
        in model: ModelOutline,
        identifier: @escaping (_ entity: String, _ key: Int64) throws -> PersistentIdentifier
    ) {
        self.entity = entity
        self.identifier = identifier
        outlines = Dictionary(model.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A condition nests with each property of its path, and code that reads a condition recurses with it.
    private static let longest = 32

    /// - Throws: ``FilterFailure`` with the names that there are, and for a path that is too long.
    func path(_ text: String) throws -> FilterPath {
        var path = FilterPath(entity: entity.name)
        let names = text.split(separator: ".", maxSplits: Self.longest, omittingEmptySubsequences: false)
        guard names.count <= Self.longest else {
            throw FilterFailure("a path leads through at most \(Self.longest) properties")
        }
        for name in names.map(String.init) {
            path = try path.appending(step(name, of: path))
        }
        return path
    }

    private func step(_ name: String, of path: FilterPath) throws -> FilterPath.Step {
        switch path.end {
        case .row(let entity): return try property(name, of: entity)
        case .rows where name == "count": return .count
        case .rows(let entity): return try property(name, of: entity)
        case .value(let attribute):
            guard let element = attribute.elements.first(where: { $0.name == name }) else {
                throw FilterFailure(Self.unknown(name, of: attribute.name, attribute.elements.map(\.name)))
            }
            return .member(element)
        case .identifier, .number: throw FilterFailure("\(name) is not a member of a key or a number")
        }
    }

    private func property(_ name: String, of entityName: String) throws -> FilterPath.Step {
        let outline = outlines[entityName]
        let names = outline?.properties.map(\.name) ?? []
        let found =
            outline?.properties.first { $0.name == name }
            ?? outline?.properties.first { $0.name.lowercased() == name.lowercased() }
        switch found {
        case .attribute(let attribute): return .attribute(attribute, of: entityName)
        case .relationship(let relationship): return .relationship(relationship, of: entityName)
        case nil where name == "row": return .identifier(entityName)
        case nil: throw FilterFailure(Self.unknown(name, of: entityName, names))
        }
    }

    private static func unknown(_ name: String, of owner: String, _ names: [String]) -> String {
        names.isEmpty
            ? "\(owner) has no members"
            : "\(owner) has no property \(name); it has \(Set(names).sorted().joined(separator: ", "))"
    }
}
