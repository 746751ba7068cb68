/// The rows that the relationships of a random model join, by the rules of relationships alone.
struct LinkGraph {
    private struct Link: Hashable {
        let source: String
        let target: String
    }

    private let relationships: [String: RandomCoreDataModel.Relationship]
    /// By the relationship of a pair that comes first.
    private var links: [String: Set<Link>] = [:]

    init(_ model: RandomCoreDataModel) {
        relationships = Dictionary(uniqueKeysWithValues: model.relationships.map { ($0.key, $0) })
    }

    /// The pairs of a relationship: its owner and a row that it leads to.
    func pairs(_ relationship: RandomCoreDataModel.Relationship) -> [(owner: String, member: String)] {
        let isFirst = first(relationship) == relationship.key
        return (links[first(relationship)] ?? []).map { isFirst ? ($0.source, $0.target) : ($0.target, $0.source) }
    }

    func members(_ relationship: RandomCoreDataModel.Relationship, of owner: String) -> [String] {
        pairs(relationship).filter { $0.owner == owner }.map(\.member).sorted()
    }

    mutating func assign(_ relationship: RandomCoreDataModel.Relationship, of owner: String, to members: [String]) {
        for member in self.members(relationship, of: owner) { remove(relationship, member, of: owner) }
        for member in members { append(relationship, member, of: owner) }
    }

    mutating func append(_ relationship: RandomCoreDataModel.Relationship, _ member: String, of owner: String) {
        if !relationship.isToMany {
            for former in members(relationship, of: owner) { remove(relationship, former, of: owner) }
        }
        if isOwnedByOne(relationship) {
            for pair in pairs(relationship) where pair.member == member {
                remove(relationship, member, of: pair.owner)
            }
        }
        let added = link(relationship, owner, member)
        links[first(relationship), default: []].insert(added)
    }

    mutating func remove(_ relationship: RandomCoreDataModel.Relationship, _ member: String, of owner: String) {
        let removed = link(relationship, owner, member)
        links[first(relationship)]?.remove(removed)
    }

    mutating func delete(_ row: String) {
        links = links.mapValues { $0.filter { $0.source != row && $0.target != row } }
    }

    /// True if a row has one owner at most: the other side is to one, or the relationship is a column in the row.
    private func isOwnedByOne(_ relationship: RandomCoreDataModel.Relationship) -> Bool {
        guard let inverse = relationship.inverse else { return relationship.isToMany }
        return relationships["\(inverse.entity).\(inverse.name)"]?.isToMany == false
    }

    private func first(_ relationship: RandomCoreDataModel.Relationship) -> String {
        relationship.inverse.map { min(relationship.key, "\($0.entity).\($0.name)") } ?? relationship.key
    }

    private func link(_ relationship: RandomCoreDataModel.Relationship, _ owner: String, _ member: String) -> Link {
        first(relationship) == relationship.key
            ? Link(source: owner, target: member) : Link(source: member, target: owner)
    }
}
