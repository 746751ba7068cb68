package import SwiftDataCore

/// Reads a filter, and makes a query of it.
///
/// ```
/// filter     = part { "or" part }
/// part       = piece { "and" piece }
/// piece      = "not" piece | "(" filter ")" | path test
/// test       = ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) value
///            | ( "contains" | "begins" "with" | "ends" "with" | "finds" ) value
///            | [ "not" ] "in" "(" value { "," value } ")"
///            | [ "not" ] "between" value "and" value
///            | [ "not" ] "like" value
///            | "is" [ "not" ] "nil"
///            | nothing, for a Boolean
/// ```
package struct FilterParser {
    private var tokens: [FilterToken]
    private var index = 0
    private var depth = 0
    private let paths: FilterPaths

    /// The greatest depth of parentheses: more of them are no filter of a person.
    private static let deepest = 100

    private init(_ text: String, _ paths: FilterPaths) throws {
        tokens = try FilterToken.tokens(text)
        self.paths = paths
    }

    /// - Throws: ``ToolFailure`` with the problem, and its place.
    package static func query(_ text: String, _ paths: FilterPaths) throws -> QueryNode {
        do {
            var parser = try FilterParser(text, paths)
            let node = try parser.filter()
            guard parser.token.kind == .end else {
                throw FilterFailure(
                    "and, or, or the end is missing before \(parser.token.text)",
                    position: parser.token.position
                )
            }
            return node
        } catch let failure as FilterFailure {
            let place = failure.position.map { " at character \($0)" } ?? ""
            throw ToolFailure("The filter is not understood\(place): \(failure.message).", isUsage: true)
        }
    }

    private var token: FilterToken { tokens[index] }

    private mutating func next() {
        if index < tokens.count - 1 { index += 1 }
    }

    /// Moves behind a word, if it is the next one; in any case of its letters.
    private mutating func skip(_ word: String) -> Bool {
        guard case .word(let text) = token.kind, text.lowercased() == word else { return false }
        next()
        return true
    }

    private mutating func skip(sign: String) -> Bool {
        guard token.kind == .sign(sign) else { return false }
        next()
        return true
    }

    private mutating func filter() throws -> QueryNode {
        var nodes = [try conjunction()]
        while skip("or") { nodes.append(try conjunction()) }
        return nodes.count == 1 ? nodes[0] : .logic(.or(nodes))
    }

    private mutating func conjunction() throws -> QueryNode {
        var nodes = [try piece()]
        while skip("and") { nodes.append(try piece()) }
        return nodes.count == 1 ? nodes[0] : .logic(.and(nodes))
    }

    private mutating func piece() throws -> QueryNode {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.deepest else { throw FilterFailure("it is nested too deeply", position: token.position) }
        if skip("not") { return .logic(.not(try piece())) }
        if skip(sign: "(") {
            let node = try filter()
            guard skip(sign: ")") else {
                throw FilterFailure(") is missing before \(token.text)", position: token.position)
            }
            return node
        }
        return try test()
    }

    private mutating func test() throws -> QueryNode {
        guard case .word(let name) = token.kind else {
            throw FilterFailure("a property is missing before \(token.text)", position: token.position)
        }
        let position = token.position
        next()
        do {
            let path = try paths.path(name)
            return try path.query(path.isBoolean && endsPiece ? .isTrue : try operation(), paths)
        } catch let failure as FilterFailure where failure.position == nil {
            throw FilterFailure(failure.message, position: position)
        }
    }

    /// True if no condition on the property before follows: a Boolean is a condition of its own then.
    private var endsPiece: Bool {
        switch token.kind {
        case .end, .sign(")"): true
        case .word(let text): ["and", "or"].contains(text.lowercased())
        case .sign, .quoted: false
        }
    }

    private mutating func operation() throws -> FilterTest {
        if case .sign(let sign) = token.kind, let comparison = Self.comparisons[sign] {
            next()
            let value = try self.value()
            guard value == .null else { return .compare(comparison, value) }
            switch comparison {
            case .equal: return .isNil
            case .notEqual: return .isNotNil
            default: throw FilterFailure("nil is neither less nor greater than anything", position: token.position)
            }
        }
        if skip("is") {
            let isNegated = skip("not")
            guard skip("nil") else {
                throw FilterFailure("nil is missing before \(token.text)", position: token.position)
            }
            return isNegated ? .isNotNil : .isNil
        }
        for (words, op) in Self.textOperators where skip(words[0]) {
            for word in words.dropFirst() { try expect(word) }
            return .text(op, try value())
        }
        let isNegated = skip("not")
        if skip("in") { return isNegated ? .isNotIn(try list()) : .isIn(try list()) }
        if skip("between") {
            let least = try value()
            try expect("and")
            return .isBetween(least, try value(), isNegated: isNegated)
        }
        if skip("like") { return .isLike(try value(), isNegated: isNegated) }
        let missing = isNegated ? "in, between or like" : "a comparison"
        throw FilterFailure("\(missing) is missing before \(token.text)", position: token.position)
    }

    private static let textOperators: [(words: [String], op: QueryText.Operator)] = [
        (["contains"], .contains), (["finds"], .localizedStandardContains), (["begins", "with"], .startsWith),
        (["ends", "with"], .endsWith),
    ]

    private static let comparisons: [String: QueryComparison.Operator] = [
        "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual, ">": .greater,
        ">=": .greaterOrEqual,
    ]

    private mutating func expect(_ word: String) throws {
        guard skip(word) else {
            throw FilterFailure("\(word) is missing before \(token.text)", position: token.position)
        }
    }

    private mutating func list() throws -> [FilterLiteral] {
        guard skip(sign: "(") else {
            throw FilterFailure("( is missing before \(token.text)", position: token.position)
        }
        var values = [try value()]
        while skip(sign: ",") { values.append(try value()) }
        guard skip(sign: ")") else {
            throw FilterFailure(") is missing before \(token.text)", position: token.position)
        }
        return values
    }

    private mutating func value() throws -> FilterLiteral {
        switch token.kind {
        case .word(let text):
            next()
            return text.lowercased() == "nil" ? .null : .word(text)
        case .quoted(let text):
            next()
            return .quoted(text)
        case .sign, .end:
            throw FilterFailure("a value is missing before \(token.text)", position: token.position)
        }
    }
}

/// A value in its form in a filter: its meaning depends on the property that it is compared with.
enum FilterLiteral: Equatable {
    case null
    case word(String)
    case quoted(String)

    var text: String {
        switch self {
        case .null: "nil"
        case .word(let text), .quoted(let text): text
        }
    }
}

/// A test of a property.
enum FilterTest {
    case compare(QueryComparison.Operator, FilterLiteral)
    case text(QueryText.Operator, FilterLiteral)
    case isIn([FilterLiteral])
    case isNotIn([FilterLiteral])
    /// Both limits count.
    case isBetween(FilterLiteral, FilterLiteral, isNegated: Bool)
    case isLike(FilterLiteral, isNegated: Bool)
    /// The property is a Boolean, and is the condition.
    case isTrue
    case isNil
    case isNotNil
}
