import SwiftSyntax

extension TreeBuilder {
    /// Foundation's functions for operators with two operands of equal rank.
    private static let functions: [String: String] = [
        "==": "Equal", "!=": "NotEqual", "&&": "Conjunction", "||": "Disjunction", "/": "Division",
        "%": "Remainder", "??": "NilCoalesce",
    ]

    private static let comparisons: [String: String] = [
        "<": "lessThan", "<=": "lessThanOrEqual", ">": "greaterThan", ">=": "greaterThanOrEqual",
    ]

    private static let arithmetic: [String: String] = ["+": "add", "-": "subtract", "*": "multiply"]

    private static let ranges: [String: String] = ["..<": "Range", "...": "ClosedRange"]

    func infix(_ node: InfixOperatorExprSyntax) throws -> TreeOperand {
        let name = node.operator.trimmedDescription
        if name == "&&" || name == "||", let function = Self.functions[name] {
            return try balanced(node.chain(of: name)[...], function)
        }
        let left = try operand(node.leftOperand)
        let right = try operand(node.rightOperand)
        let operands = [left, right]
        let sides = "lhs: \(left.text), rhs: \(right.text)"
        if let function = Self.functions[name] {
            return self.node(function, sides, operands: operands)
        }
        if let operation = Self.comparisons[name] {
            return self.node("Comparison", "\(sides), op: .\(operation)", operands: operands)
        }
        if let operation = Self.arithmetic[name] {
            return self.node("Arithmetic", "\(sides), op: .\(operation)", operands: operands)
        }
        if let function = Self.ranges[name] {
            return self.node(function, "lower: \(left.text), upper: \(right.text)", operands: operands)
        }
        throw TreeDiagnostic.operation(name).error(at: node.operator)
    }

    /// The operands of a long chain, halved again and again: the order in which they are evaluated is the same, and the
    /// types of the nodes, which hold those of all nodes below, stay small. Eighty conditions one below the other take
    /// the compiler 20 s.
    private func balanced(_ expressions: ArraySlice<ExprSyntax>, _ function: String) throws -> TreeOperand {
        if expressions.count <= 8, let first = expressions.first {
            return try expressions.dropFirst().reduce(try operand(first)) { left, expression in
                let right = try operand(expression)
                return node(function, "lhs: \(left.text), rhs: \(right.text)", operands: [left, right])
            }
        }
        let middle = expressions.startIndex + (expressions.count + 1) / 2
        let left = try balanced(expressions[..<middle], function)
        let right = try balanced(expressions[middle...], function)
        return node(function, "lhs: \(left.text), rhs: \(right.text)", operands: [left, right])
    }

    func prefix(_ node: PrefixOperatorExprSyntax) throws -> TreeOperand {
        let value = try operand(node.expression)
        switch node.operator.text {
        case "!": return self.node("Negation", value.text, operands: [value])
        case "-": return self.node("UnaryMinus", value.text, operands: [value])
        case "+": return value
        case let name: throw TreeDiagnostic.operation(name).error(at: node.operator)
        }
    }
}

extension InfixOperatorExprSyntax {
    /// The operands of `a && b && c`, which the parser nests to the left.
    fileprivate func chain(of name: String) -> [ExprSyntax] {
        var operands = [rightOperand]
        var left = leftOperand
        while let node = left.as(InfixOperatorExprSyntax.self), node.operator.trimmedDescription == name {
            operands.append(node.rightOperand)
            left = node.leftOperand
        }
        operands.append(left)
        return operands.reversed()
    }
}
