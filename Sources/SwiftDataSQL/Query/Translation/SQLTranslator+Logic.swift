import SwiftDataCore

extension SQLTranslator {
    mutating func logic(_ node: QueryLogic, exact: Bool) throws -> SQLCondition {
        guard nesting < Self.maximumDescent else { throw Untranslatable.tooDeep }
        nesting += 1
        defer { nesting -= 1 }
        if QueryNode.logic(node).isTall(Self.ladderHeight) {
            do {
                if let ladder = try ladder(.logic(node)) { return ladder }
            } catch let reason as Untranslatable {
                // If rows that do not match may pass, a part of the operands is enough.
                guard !exact, mayWiden else { throw reason }
            }
        }
        switch node {
        case .and(let nodes): return try conjunction(nodes, exact: exact)
        case .or(let nodes):
            let operands = try nodes.map { try condition($0, exact: exact) }
            if operands.dropLast().contains(where: \.mayFail) {
                let tests = exact ? operands : try withoutWidening { try $0.conditions(nodes) }
                return chain(tests, decides: true)
            }
            return SQLCondition(
                "(\(operands.map(\.fragment).chained(" OR ")))",
                mayFail: operands.contains { $0.mayFail }
            )
        case .not(let node):
            let operand = try withoutWidening { try $0.condition(node, exact: true) }
            return SQLCondition("NOT (\(operand.fragment))", mayFail: operand.mayFail)
        }
    }

    private mutating func conditions(_ nodes: [QueryNode]) throws -> [SQLCondition] {
        try nodes.map { try condition($0, exact: true) }
    }

    private mutating func conjunction(_ nodes: [QueryNode], exact: Bool) throws -> SQLCondition {
        var operands: [SQLCondition] = []
        for node in nodes {
            do {
                let operand = try condition(node, exact: exact)
                guard operand.fragment.depth <= dialect.limits.depth else { throw Untranslatable.tooDeep }
                operands.append(operand)
            } catch let reason as Untranslatable {
                // Without an operand, more rows pass.
                guard !exact, mayWiden else { throw reason }
                widening = widening ?? reason.description
            }
        }
        guard !operands.isEmpty else { throw Untranslatable(widening ?? "an empty condition") }
        if exact, operands.dropLast().contains(where: \.mayFail) { return chain(operands, decides: false) }
        return SQLCondition(
            operands.map { $0.fragment.operand }.chained(" AND "),
            mayFail: operands.contains { $0.mayFail }
        )
    }

    /// Evaluates operands from left to right, until one of them decides or fails.
    private func chain(_ operands: [SQLCondition], decides: Bool) -> SQLCondition {
        let (stop, go) = (literal(decides), literal(!decides))
        guard let last = operands.last else { return SQLCondition(go) }
        guard operands.count <= Self.maximumNesting else {
            // Many nested operands are too deep for a parser. Side by side, those that may fail are evaluated twice.
            let rungs = operands.dropLast().map { Self.rung($0, decides: decides, result: stop) }
            return SQLCondition("CASE\(rungs.joined("")) ELSE \(last.fragment) END", mayFail: true)
        }
        let result = operands.dropLast().reversed().reduce(last.fragment) { rest, operand in
            "CASE \(operand.fragment.operand) WHEN \(stop) THEN \(stop) WHEN \(go) THEN \(rest) END"
        }
        return SQLCondition(result, mayFail: true)
    }

    private static func rung(_ operand: SQLCondition, decides: Bool, result: SQLFragment) -> SQLFragment {
        let test: SQLFragment = decides ? operand.fragment : "NOT (\(operand.fragment))"
        return operand.mayFail
            ? " WHEN (\(operand.fragment)) IS NULL THEN NULL WHEN \(test) THEN \(result)"
            : " WHEN \(test) THEN \(result)"
    }

    private static var maximumNesting: Int { 4 }
    private static var ladderHeight: Int { 8 }
    private static var maximumDescent: Int { 40 }
    private static var shallowHeight: Int { 3 }

    /// Deeply nested conditions, side by side: each level but the innermost is a few operands that decide or do not,
    /// and one deeper operand. Nil if the order in which they may fail prevents it.
    private mutating func ladder(_ node: QueryNode) throws -> SQLCondition? {
        var node = node
        var isNegated = false
        var mayFail = false
        var isReordered = false
        var rungs: [SQLFragment] = []
        while case .logic(let logic) = node, node.isTall(Self.shallowHeight) {
            let nodes: [QueryNode]
            let decides: Bool
            switch logic {
            case .not(let inner):
                isNegated.toggle()
                node = inner
                continue
            case .and(let operands): (nodes, decides) = (operands, false)
            case .or(let operands): (nodes, decides) = (operands, true)
            }
            let heights = nodes.map(\.height)
            guard let height = heights.max(), let deep = heights.lastIndex(of: height) else { break }
            isReordered = isReordered || deep != nodes.indices.last
            for (index, operand) in nodes.enumerated() where index != deep {
                let condition = try withoutWidening { try $0.condition(operand, exact: true) }
                mayFail = mayFail || condition.mayFail
                rungs.append(Self.rung(condition, decides: decides, result: literal(decides != isNegated)))
            }
            node = nodes[deep]
        }
        let innermost = node
        let last = try withoutWidening { try $0.condition(innermost, exact: true) }
        mayFail = mayFail || last.mayFail
        if isReordered, mayFail { return nil }
        let result: SQLFragment = isNegated ? "NOT (\(last.fragment))" : last.fragment
        return SQLCondition(rungs.isEmpty ? result : "CASE\(rungs.joined("")) ELSE \(result) END", mayFail: mayFail)
    }
}

extension Untranslatable {
    static let tooDeep = Untranslatable("a condition that is nested too deeply for the database")
}

extension QueryNode {
    /// The depth of the nesting of `&&`, `||` and `!`.
    fileprivate var height: Int {
        guard case .logic(let logic) = self else { return 0 }
        return 1 + (logic.children.map(\.height).max() ?? 0)
    }

    /// True if the nesting of `&&`, `||` and `!` has at least the given depth.
    func isTall(_ height: Int) -> Bool {
        guard height > 0 else { return true }
        guard case .logic(let logic) = self else { return false }
        return logic.children.contains { $0.isTall(height - 1) }
    }
}

extension SQLFragment {
    /// The fragment as an operand of any operator.
    var atom: SQLFragment { sql.utf8.allSatisfy { $0 != 0x20 } ? self : "(\(self))" }

    /// The fragment as an operand of AND, with parentheses if it needs them.
    var operand: SQLFragment {
        sql.hasPrefix("CASE ") || sql.contains(" OR ") && !sql.hasPrefix("(") ? "(\(self))" : self
    }
}
