import SwiftData

/// A condition in the language of a server that keeps documents: what the store sends instead of a predicate.
indirect enum ServerFilter: Equatable, Sendable {
    enum Value: Equatable, Sendable { case number(Double), text(String), null }
    enum Test: String {
        case equal = "$eq", less = "$lt", lessOrEqual = "$lte", greater = "$gt", greaterOrEqual = "$gte"
    }

    case compare(field: String, Test, Value)
    case all([ServerFilter])
    case any([ServerFilter])
    case not(ServerFilter)
}

/// The part of a condition that the server can evaluate.
struct ServerTranslation: Sendable {
    /// Chooses every row that matches, and perhaps more. Nil chooses all.
    let filter: ServerFilter?
    /// True if it selects matching rows only. If not, the rows that come back have to be filtered in memory.
    let isExact: Bool

    private static let nothingToSay = ServerTranslation(nil, isExact: false)

    init(_ node: QueryNode) {
        switch node {
        case .logic(.and(let conditions)):
            // What cannot be said of some leaves what can be said of the others.
            let parts = conditions.map { ServerTranslation($0) }
            let filters = parts.compactMap(\.filter)
            self.init(filters.isEmpty ? nil : .all(filters), isExact: parts.allSatisfy(\.isExact))
        case .logic(.or(let conditions)):
            // One that chooses all is enough for all to be chosen.
            let parts = conditions.map { ServerTranslation($0) }
            let filters = parts.compactMap(\.filter)
            let isWhole = filters.count == parts.count
            self.init(isWhole ? .any(filters) : nil, isExact: isWhole && parts.allSatisfy(\.isExact))
        case .logic(.not(let condition)):
            // The opposite of too many rows would be too few.
            let part = ServerTranslation(condition)
            guard part.isExact, let filter = part.filter else { self = .nothingToSay; return }
            self.init(.not(filter), isExact: true)
        case .comparison(let comparison):
            self.init(Self.filter(comparison), isExact: true)
        case .property(let property):
            // A Boolean property is a condition by itself.
            self.init(Self.field(property).map { .compare(field: $0, .equal, .number(1)) }, isExact: true)
        default:
            self = .nothingToSay
        }
    }

    private init(_ filter: ServerFilter?, isExact: Bool) {
        self.filter = filter
        self.isExact = isExact && filter != nil
    }

    private static func filter(_ comparison: QueryComparison) -> ServerFilter? {
        guard case .property(let property) = comparison.lhs, case .value(let constant) = comparison.rhs,
            let field = field(property), let value = value(constant.stored)
        else { return nil }
        switch (comparison.op, value) {
        case (.equal, _): return .compare(field: field, .equal, value)
        // nil differs from every value: so does the server's null, and it needs no test of its own.
        case (.notEqual, _): return .not(.compare(field: field, .equal, value))
        // The server orders numbers as Swift does. Strings, which it orders by bytes, it does not.
        case (.less, .number): return .compare(field: field, .less, value)
        case (.lessOrEqual, .number): return .compare(field: field, .lessOrEqual, value)
        case (.greater, .number): return .compare(field: field, .greater, value)
        case (.greaterOrEqual, .number): return .compare(field: field, .greaterOrEqual, value)
        default: return nil
        }
    }

    /// The field of the tested model's own attributes: the server does not follow relationships.
    private static func field(_ property: QueryProperty) -> String? {
        guard property.role == .attribute, property.entityName != nil, case .variable(let variable) = property.base,
            variable == .root
        else { return nil }
        return property.name
    }

    private static func value(_ constant: StoredValue) -> ServerFilter.Value? {
        switch constant {
        case .null: .null
        // Beyond this bound, the server's numbers are not exact.
        case .integer(let integer) where abs(Double(integer)) < 0x1p53: .number(Double(integer))
        case .date(let date): .number(date.timeIntervalSinceReferenceDate)
        // Equal by canonical equivalence: the store writes strings to the server in their composed form.
        case .string(let text): .text(text.precomposedStringWithCanonicalMapping)
        default: nil
        }
    }
}
