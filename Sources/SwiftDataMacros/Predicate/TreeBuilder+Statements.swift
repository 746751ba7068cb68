import SwiftSyntax

extension TreeBuilder {
    /// The value of a body: local constants, and an expression or an `if` with two branches at the end.
    func body(_ statements: CodeBlockItemListSyntax, of node: some SyntaxProtocol) throws -> TreeOperand {
        guard let last = statements.last else {
            throw TreeDiagnostic.statement("an empty closure").error(at: node)
        }
        for statement in statements.dropLast() {
            guard let declaration = statement.item.as(VariableDeclSyntax.self) else {
                throw TreeDiagnostic.statement("statements before its value").error(at: statement)
            }
            try constant(declaration)
        }
        return try value(of: last)
    }

    private func value(of item: CodeBlockItemSyntax) throws -> TreeOperand {
        if let statement = item.item.as(ReturnStmtSyntax.self), let value = statement.expression {
            return try operand(value)
        }
        if let statement = item.item.as(ExpressionStmtSyntax.self) {
            return try operand(statement.expression)
        }
        if let value = item.item.as(ExprSyntax.self) {
            return try operand(value)
        }
        throw TreeDiagnostic.statement("this statement").error(at: item)
    }

    private func constant(_ declaration: VariableDeclSyntax) throws {
        guard scope.isUsed(in: declaration) else { return keep(declaration) }
        for binding in declaration.bindings {
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let value = binding.initializer?.value
            else {
                throw TreeDiagnostic.statement("this declaration").error(at: binding)
            }
            scope[name] = try operand(value)
        }
    }

    /// `if` with conditions and optional bindings, both branches of which have a value.
    func conditional(_ node: IfExprSyntax) throws -> TreeOperand {
        let otherwise: TreeOperand
        switch node.elseBody {
        case .ifExpr(let chained): otherwise = try conditional(chained)
        case .codeBlock(let block): otherwise = try body(block.statements, of: block)
        case nil: throw TreeDiagnostic.statement("'if' without 'else'").error(at: node)
        }
        return try conditional(Array(node.conditions)[...], node.body, otherwise)
    }

    private func conditional(
        _ conditions: ArraySlice<ConditionElementSyntax>,
        _ block: CodeBlockSyntax,
        _ otherwise: TreeOperand
    ) throws -> TreeOperand {
        guard let condition = conditions.first else { return try body(block.statements, of: block) }
        let rest = conditions.dropFirst()
        switch condition.condition {
        case .expression(let expression):
            let test = try operand(expression)
            let value = try conditional(rest, block, otherwise)
            return node(
                "Conditional",
                "\(test.text), \(value.text), \(otherwise.text)",
                operands: [value, otherwise]
            )
        case .optionalBinding(let binding):
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else { fallthrough }
            let value = try operand(binding.initializer?.value ?? ExprSyntax(DeclReferenceExprSyntax(baseName: name)))
            let closure = try build(parameters: [name.text], sources: [name.text]) {
                try conditional(rest, block, otherwise)
            }
            let mapped = add(Self.call("flatMap", "\(value.text), \(closure)"))
            return node("NilCoalesce", "lhs: \(mapped.text), rhs: \(otherwise.text)", operands: [mapped])
        default:
            throw TreeDiagnostic.statement("this condition").error(at: condition)
        }
    }
}
