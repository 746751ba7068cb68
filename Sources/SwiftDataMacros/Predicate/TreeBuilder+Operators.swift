import SwiftSyntax

extension TreeBuilder {
    /// Foundation's functions for operators with two operands of equal rank.
    private static let functions: [String: String] = [
        "==": "Equal", "!=": "NotEqual", "/": "Division",
        "%": "Remainder", "??": "NilCoalesce",
    ]

    private static let connectives: [String: String] = ["&&": "Conjunction", "||": "Disjunction"]

    private static let comparisons: [String: String] = [
        "<": "lessThan", "<=": "lessThanOrEqual", ">": "greaterThan", ">=": "greaterThanOrEqual",
    ]

    private static let arithmetic: [String: String] = ["+": "add", "-": "subtract", "*": "multiply"]

    private static let ranges: [String: String] = ["..<": "Range", "...": "ClosedRange"]

    func infix(_ node: InfixOperatorExprSyntax) throws -> TreeOperand {
        if let assignment = node.operator.as(AssignmentExprSyntax.self) { throw self.assignment(assignment) }
        let name = node.operator.trimmedDescription
        if let function = Self.connectives[name] {
            return join(try terms(of: ExprSyntax(node), joinedBy: name)[...], by: function)
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
        if name == "~=" {
            return self.node("patternMatch", "\(left.text), \(right.text)", operands: operands)
        }
        throw unknownOperator(node.operator)
    }

    /// The conditions of a chain of `&&` or `||`, in order.
    private func terms(of expression: ExprSyntax, joinedBy name: String) throws -> [TreeOperand] {
        guard let node = expression.withoutParentheses.as(InfixOperatorExprSyntax.self),
            node.operator.trimmedDescription == name, !isCaptured(expression)
        else { return [try operand(expression)] }
        return try terms(of: node.leftOperand, joinedBy: name) + terms(of: node.rightOperand, joinedBy: name)
    }

    /// Joins conditions by `&&` or `||` half by half: were they joined one by one, the types of the nodes would grow
    /// with the square of their number, and the time that the compiler takes with more than that.
    func join(_ terms: ArraySlice<TreeOperand>, by function: String) -> TreeOperand {
        if terms.count == 1, let only = terms.first { return only }
        let middle = terms.startIndex + (terms.count + 1) / 2
        let operands = [join(terms[..<middle], by: function), join(terms[middle...], by: function)]
        return node(function, "lhs: \(operands[0].text), rhs: \(operands[1].text)", operands: operands)
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
