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
        if let assignment = node.operator.as(AssignmentExprSyntax.self) { throw self.assignment(assignment) }
        let name = node.operator.trimmedDescription
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
        if name == "~=" {
            return self.node("patternMatch", "\(left.text), \(right.text)", operands: operands)
        }
        throw unknownOperator(node.operator)
    }

    func prefix(_ node: PrefixOperatorExprSyntax) throws -> TreeOperand {
        let value = try operand(node.expression)
        switch node.operator.text {
        case "!":
            guard !node.expression.withoutParentheses.isOptionalChain else { throw negatedOptional(node) }
            return self.node("Negation", value.text, operands: [value])
        case "-": return self.node("UnaryMinus", value.text, operands: [value])
        case "+": return value
        case let name: throw error(.operation(name, advice: nil), at: node.operator)
        }
    }
}
