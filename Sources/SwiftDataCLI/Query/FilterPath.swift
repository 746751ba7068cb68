import SwiftDataCore
import SwiftDataSQL

/// A path from the row that is tested to the property of the condition.
struct FilterPath {
    enum Step {
        case attribute(AttributeOutline, of: String)
        /// A member of a composite.
        case member(AttributeOutline)
        case relationship(RelationshipOutline, of: String)
        /// The identifier of a row.
        case identifier(String)
        /// The number of members of a to-many relationship.
        case count
    }

    /// The destination of a path.
    enum End {
        case row(String)
        case rows(String)
        case value(AttributeOutline)
        case identifier(String)
        case number
    }

    private(set) var steps: [Step] = []
    private(set) var end: End

    init(entity: String) {
        end = .row(entity)
    }

    func appending(_ step: Step) -> FilterPath {
        var path = self
        path.steps.append(step)
        switch step {
        case .attribute(let attribute, _), .member(let attribute): path.end = .value(attribute)
        case .relationship(let relationship, _):
            path.end = relationship.isToOne ? .row(relationship.destination) : .rows(relationship.destination)
        case .identifier(let entity): path.end = .identifier(entity)
        case .count: path.end = .number
        }
        return path
    }

    var name: String {
        switch steps.last {
        case .attribute(let attribute, _), .member(let attribute): attribute.name
        case .relationship(let relationship, _): relationship.name
        case .identifier: "row"
        case .count: "count"
        case nil: ""
        }
    }

    /// True if the path ends with a Boolean.
    var isBoolean: Bool {
        guard case .value(let attribute) = end else { return false }
        return attribute.kind.primitive == .boolean
    }

    /// True if the path ends in a member of a composite.
    var isMember: Bool {
        if case .member? = steps.last { return true }
        return false
    }

    /// True if the path ends with the number of members.
    var isCount: Bool {
        if case .count? = steps.last { return true }
        return false
    }

    /// Walks the path and tests its end.
    ///
    /// - Parameters:
    ///   - fallback: The result where something on the way is nil; without it the whole is nil there.
    ///   - test: Makes the test of a node for the end.
    func query(fallback: QueryNode?, _ test: (QueryNode) throws -> QueryNode) throws -> QueryNode {
        var variables = 0
        return try walk(steps[...], from: .root, &variables, fallback, test)
    }

    private func walk(
        _ steps: ArraySlice<Step>,
        from base: QueryNode,
        _ variables: inout Int,
        _ fallback: QueryNode?,
        _ test: (QueryNode) throws -> QueryNode
    ) throws -> QueryNode {
        guard let step = steps.first else { return try test(base) }
        let rest = steps.dropFirst()
        switch step {
        case .identifier: return try test(.identifier(base))
        case .count: return try test(.collection(.count(base)))
        case .attribute(let attribute, let entity):
            let node = QueryNode.property(
                QueryProperty(base: base, entityName: entity, name: attribute.name, role: .attribute)
            )
            return try inside(node, isOptional: attribute.isOptional, rest, &variables, fallback, test)
        case .member(let attribute):
            let node = QueryNode.property(
                QueryProperty(base: base, entityName: nil, name: attribute.name, role: .attribute)
            )
            return try inside(node, isOptional: attribute.isOptional, rest, &variables, fallback, test)
        case .relationship(let relationship, let entity):
            let role: QueryProperty.Role = relationship.isToOne ? .toOne : .toMany
            let node = QueryNode.property(
                QueryProperty(base: base, entityName: entity, name: relationship.name, role: role)
            )
            if relationship.isToOne { return try inside(node, isOptional: true, rest, &variables, fallback, test) }
            if rest.isEmpty { return try test(node) }
            if case .count? = rest.first { return try walk(rest, from: node, &variables, fallback, test) }
            variables += 1
            let variable = QueryVariable(number: variables)
            let inner = try walk(rest, from: .variable(variable), &variables, fallback, test)
            return .collection(.containsWhere(node, variable: variable, test: inner))
        }
    }

    /// Continues inside of a value, where it is not nil.
    private func inside(
        _ node: QueryNode,
        isOptional: Bool,
        _ rest: ArraySlice<Step>,
        _ variables: inout Int,
        _ fallback: QueryNode?,
        _ test: (QueryNode) throws -> QueryNode
    ) throws -> QueryNode {
        if rest.isEmpty { return try test(node) }
        guard isOptional else { return try walk(rest, from: node, &variables, fallback, test) }
        variables += 1
        let variable = QueryVariable(number: variables)
        let inner = try walk(rest, from: .variable(variable), &variables, fallback, test)
        let chained = QueryNode.optional(.flatMap(node, variable: variable, transform: inner))
        return fallback.map { .optional(.coalesce(chained, fallback: $0)) } ?? chained
    }
}
