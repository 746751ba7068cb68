#if PostgreSQL
import Foundation
package import SwiftDataCore
package import SwiftDataSQL

// A string is a collection of characters in Swift: "e" with a combining accent has no "e". The server counts and finds
// scalars. A text of which each scalar is a character needs no more than that; any other one is cut into characters, each
// followed by the separator.

extension PostgresDialect {
    private static let separator = "\u{1}"

    package func text(
        _ op: QueryText.Operator,
        _ lhs: SQLFragment,
        _ rhs: SQLFragment,
        plain: String?
    ) -> SQLAnswer {
        guard op == .contains || op == .startsWith || op == .endsWith else { return .none }
        if let constant = rhs.constantText {
            return .exact(Self.naming(lhs) { Self.question(op, $0, CanonicalForms.composed(constant), plain: plain) })
        }
        return .exact(
            Self.naming(lhs) { left in
                Self.naming(rhs, as: "y") { Self.find(op, Self.cut(left, op), Self.cut($0, op)) }
            }
        )
    }

    private static func question(
        _ op: QueryText.Operator,
        _ text: SQLFragment,
        _ wanted: String,
        plain: String?
    ) -> SQLFragment {
        let form = composed(text)
        // Bytes narrow the rows first, without a normal form where all forms of the constant have the same bytes.
        let isNarrowedByText = op == .contains && plain != nil
        let found = find(op, form, bound(wanted))
        let bytes = isNarrowedByText ? find(op, text, bound(wanted)) : found
        var tests: [SQLFragment] = []
        let isPlain = wanted.utf8.allSatisfy { $0 < 0x80 }
        // A line feed may be the end of a character, and a carriage return the beginning.
        if isPlain, op == .startsWith || wanted.utf8.first != 0x0A, op == .endsWith || wanted.utf8.last != 0x0D {
            tests.append("octet_length(\(text)) = length(\(text))")
        }
        // "e" is in the bytes of a decomposed "é", and not in its composed form.
        let isAlone: SQLFragment = "\(form) !~ \(bound(GraphemePattern.joining))"
        tests.append(isNarrowedByText ? "(\(found) AND \(isAlone))" : isAlone)
        let characters = wanted.map { CanonicalForms.composed(String($0)) + separator }.joined()
        let start = op == .startsWith ? "" : separator
        tests.append(find(op, cut(text, op), bound(start + characters)))
        return "(\(bytes) AND (\(tests.joined(" OR "))))"
    }

    /// The question about scalars.
    private static func find(_ op: QueryText.Operator, _ text: SQLFragment, _ wanted: SQLFragment) -> SQLFragment {
        switch op {
        case .startsWith: "starts_with(\(text), \(wanted))"
        case .endsWith: "(right(\(text), length(\(wanted))) = \(wanted))"
        default: "(position(\(wanted) IN \(text)) > 0)"
        }
    }

    /// The characters of a text, each followed by the separator. One is before the first too, unless the text is looked for at
    /// the start, so that no character is found inside of another one.
    private static func cut(_ text: SQLFragment, _ op: QueryText.Operator) -> SQLFragment {
        let pieces: SQLFragment = """
            regexp_replace(\(composed(text)), \(bound(GraphemePattern.character)), '\\&' || chr(1), 'g')
            """
        return op == .startsWith ? pieces : "(chr(1) || \(pieces))"
    }

    private static func composed(_ text: SQLFragment) -> SQLFragment { "normalize(\(text), NFC)" }
    private static func bound(_ text: String) -> SQLFragment { SQLFragment(binding: .string(text), .string) }

    /// An expression that names an operand several times.
    static func naming(
        _ operand: SQLFragment,
        as name: String = "x",
        _ body: (SQLFragment) -> SQLFragment
    ) -> SQLFragment {
        if operand.isShort, operand.bindings.isEmpty { return body(operand) }
        return "(SELECT \(body("\(name).v")) FROM (SELECT \(operand)\(fence(operand))) AS \(name)(v))"
    }

    package func beginning(_ text: SQLFragment, _ beginnings: [String]) -> SQLFragment? {
        // A column has the order of bytes, an expression may have another one.
        let isColumn = !text.sql.contains("(") && !text.sql.contains(" ")
        return SQLiteDialect().beginning(isColumn ? text : "(\(text) COLLATE \"C\")", beginnings)
    }

    package func canonical(_ text: SQLFragment) -> SQLFragment? { "(normalize(\(text), NFC) COLLATE \"C\")" }

    package func normalized(_ text: SQLFragment) -> SQLFragment { canonical(text) ?? text }

    package func transform(_ transform: QueryText.Transform, _ operand: SQLFragment) -> SQLFragment? {
        switch transform {
        case .isEmpty: "(\(operand) = '')"
        case .trimmed: "(btrim(\(operand), \(Self.bound(CaseMaps.blanks))) COLLATE \"C\")"
        case .lowercased: Self.mapped(operand, "lower", CaseMaps.lower)
        case .uppercased: Self.mapped(operand, "upper", CaseMaps.upper)
        case .count:
            Self.naming(operand) { text in
                """
                (CASE WHEN octet_length(\(text)) = length(\(text)) THEN length(replace(\(text), chr(13) || chr(10), chr(10))) \
                WHEN \(Self.composed(text)) !~ \(Self.bound(GraphemePattern.joining)) THEN length(\(Self.composed(text))) \
                ELSE length(regexp_replace(\(Self.composed(text)), \(Self.bound(GraphemePattern.character)), '-', 'g')) END)::bigint
                """
            }
        }
    }

    /// The strings that scalars map to, one after the other. The server's own function maps ASCII.
    private static func mapped(_ operand: SQLFragment, _ function: String, _ map: Data) -> SQLFragment {
        let mapped = naming(operand) { text in
            """
            CASE WHEN octet_length(\(text)) = length(\(text)) THEN \(function)(\(text) COLLATE "C") \
            ELSE (SELECT string_agg(COALESCE(\(SQLFragment(binding: .data(map), .json)) ->> u.c, u.c), '' ORDER BY u.n) \
            FROM string_to_table(\(text), NULL) WITH ORDINALITY AS u(c, n)) END
            """
        }
        return "((\(mapped)) COLLATE \"C\")"
    }
}

extension SQLFragment {
    /// The string, if it is a constant.
    fileprivate var constantText: String? {
        guard sql == "?", case .string(let text)? = bindings.first?.value else { return nil }
        return text
    }
}
#endif
