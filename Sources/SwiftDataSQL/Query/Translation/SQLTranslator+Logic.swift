import SwiftDataCore

extension SQLTranslator {
    mutating func logic(_ node: QueryLogic, exact: Bool) throws -> SQLCondition {
        switch node {
        case .and(let nodes):
            let operands = try nodes.map { try condition($0, exact: exact) }
            if exact, operands.dropLast().contains(where: \.mayFail) { return Self.chain(operands, stop: "0", go: "1") }
            return SQLCondition(
                operands.map { $0.fragment.operand }.chained(" AND "),
                mayFail: operands.contains { $0.mayFail }
            )
        case .or(let nodes):
            let operands = try nodes.map { try condition($0, exact: exact) }
            if operands.dropLast().contains(where: \.mayFail) {
                return Self.chain(
                    exact ? operands : try nodes.map { try condition($0, exact: true) },
                    stop: "1",
                    go: "0"
                )
            }
            return SQLCondition(
                "(\(operands.map(\.fragment).chained(" OR ")))",
                mayFail: operands.contains { $0.mayFail }
            )
        case .not(let node):
            let operand = try condition(node, exact: true)
            return SQLCondition("NOT (\(operand.fragment))", mayFail: operand.mayFail)
        }
    }

    /// Operands from left to right, until one of them decides or fails.
    private static func chain(_ operands: [SQLCondition], stop: String, go: String) -> SQLCondition {
        guard let last = operands.last else { return SQLCondition("\(go)") }
        let result = operands.dropLast().reversed().reduce(last.fragment) { rest, operand in
            "CASE \(operand.fragment.operand) WHEN \(stop) THEN \(stop) WHEN \(go) THEN \(rest) END"
        }
        return SQLCondition(result, mayFail: true)
    }

    mutating func lookup(_ node: QueryLookup) throws -> SQLScalar {
        guard node.entries.count <= 100 else { throw Untranslatable("a large dictionary") }
        let key = try scalar(node.key)
        guard key.null == .never else { throw Untranslatable("a look-up of a key that may be missing") }
        let fallback = try node.fallback.map { try scalar($0) }
        var kind = fallback?.kind
        var cases: [SQLFragment] = []
        for entry in node.entries {
            let (_, known) = try matched(.scalar(key), try term(.value(entry.key)))
            let value = try scalar(.value(entry.value))
            kind = kind ?? value.kind
            let test = key.kind.primitive == .string ? dialect.canonical(known.fragment) : known.fragment
            cases.append(" WHEN \(key.fragment) = \(test) THEN \(value.fragment)")
        }
        guard let kind, !cases.isEmpty else { throw Untranslatable("an empty dictionary") }
        let end: SQLFragment = fallback.map { " ELSE \($0.fragment) END" } ?? " END"
        return SQLScalar("CASE\(cases.joined(""))\(end)", kind, fallback?.null ?? .nilValue)
    }
}

extension SQLFragment {
    /// The fragment as an operand of any operator.
    var atom: SQLFragment { sql.utf8.allSatisfy { $0 != 0x20 } ? self : "(\(self))" }

    /// The fragment as an operand of AND: with parentheses where it needs them.
    var operand: SQLFragment {
        sql.hasPrefix("CASE ") || sql.contains(" OR ") && !sql.hasPrefix("(") ? "(\(self))" : self
    }
}
