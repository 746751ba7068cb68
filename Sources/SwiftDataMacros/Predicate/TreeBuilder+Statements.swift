import SwiftSyntax

extension TreeBuilder {
    /// The value of a body: local constants, early exits, and an expression or an `if` with two branches at the end.
    func body(_ statements: CodeBlockItemListSyntax, of node: some SyntaxProtocol) throws -> TreeOperand {
        try value(of: Array(statements)[...], in: node)
    }

    private func value(
        of statements: ArraySlice<CodeBlockItemSyntax>,
        in node: some SyntaxProtocol
    ) throws -> TreeOperand {
        guard let first = statements.first else { throw error(.empty, at: node) }
        let rest = statements.dropFirst()
        if case .decl(let declaration) = first.item {
            guard let constants = declaration.as(VariableDeclSyntax.self) else {
                throw error(.statement("a declaration of a \(declaration.kindInWords)"), at: first)
            }
            try add(constants, before: rest)
            guard !rest.isEmpty else { throw error(.missingValue, at: first) }
            return try value(of: rest, in: node)
        }
        if let statement = first.item.as(GuardStmtSyntax.self) {
            let otherwise = try branch(statement.body)
            return try conditional(Array(statement.conditions)[...], otherwise: otherwise) {
                try self.value(of: rest, in: statement)
            }
        }
        if let statement = first.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
            statement.elseBody == nil, !rest.isEmpty
        {
            let otherwise = try nested { try value(of: rest, in: statement) }
            return try conditional(Array(statement.conditions)[...], otherwise: otherwise) {
                try self.branch(statement.body)
            }
        }
        guard rest.isEmpty else { throw unexpected(first) }
        return try value(of: first)
    }

    private func value(of item: CodeBlockItemSyntax) throws -> TreeOperand {
        if let statement = item.item.as(ReturnStmtSyntax.self) {
            guard let value = statement.expression else { throw error(.missingValue, at: statement) }
            return try operand(value)
        }
        if let statement = item.item.as(ExpressionStmtSyntax.self) { return try operand(statement.expression) }
        if let value = item.item.as(ExprSyntax.self) { return try operand(value) }
        throw unexpected(item)
    }

    private func add(_ declaration: VariableDeclSyntax, before rest: ArraySlice<CodeBlockItemSyntax>) throws {
        for binding in declaration.bindings {
            guard let value = binding.initializer?.value else {
                throw error(.statement("a constant without a value"), at: binding)
            }
            let names = binding.pattern.boundNames
            if !scope.isUsed(in: value), !value.isComputedLater {
                names.forEach { scope[$0] = nil }
                keep(binding)
            } else if let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text {
                let operand = try operand(value)
                var own = TreeScope()
                own[name] = operand
                // The compiler warns of the user's constant that is never used, and should not warn of ours too.
                if operand.isBound, !rest.contains(where: { own.isUsed(in: $0) }) { keepUnused(operand) }
                scope[name] = operand
            } else {
                throw error(.statement("a constant that takes a value of its input apart"), at: binding)
            }
        }
    }

    /// `if` with conditions and optional bindings, both branches of which have a value.
    func conditional(_ node: IfExprSyntax) throws -> TreeOperand {
        let otherwise: TreeOperand
        switch node.elseBody {
        case .ifExpr(let chained): otherwise = try nested { try conditional(chained) }
        case .codeBlock(let block): otherwise = try branch(block)
        case nil: throw missingElse(of: node)
        }
        return try conditional(Array(node.conditions)[...], otherwise: otherwise) { try self.branch(node.body) }
    }

    private func conditional(
        _ conditions: ArraySlice<ConditionElementSyntax>,
        otherwise: TreeOperand,
        then value: () throws -> TreeOperand
    ) throws -> TreeOperand {
        guard let condition = conditions.first else { return try value() }
        switch condition.condition {
        case .expression(let expression):
            var tests = [try operand(expression)]
            var rest = conditions.dropFirst()
            while case .expression(let next)? = rest.first?.condition {
                tests.append(try operand(next))
                rest = rest.dropFirst()
            }
            let test = join(tests[...], by: "Conjunction")
            let then = try nested { try conditional(rest, otherwise: otherwise, then: value) }
            return node(
                "Conditional",
                "\(test.text), \(then.text), \(otherwise.text)",
                operands: [then, otherwise]
            )
        case .optionalBinding(let binding):
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
            guard
                let wrapped = binding.initializer?.value
                    ?? name.map({ ExprSyntax(DeclReferenceExprSyntax(baseName: $0)) }),
                name != nil || binding.pattern.trimmedDescription == "_"
            else {
                throw error(.statement("a pattern other than a name"), at: binding.pattern)
            }
            let optional = try operand(wrapped)
            let parameter = name?.text ?? "_"
            let closure = try build(parameters: [parameter], sources: [parameter]) {
                try conditional(conditions.dropFirst(), otherwise: otherwise, then: value)
            }
            return add(Self.call("optionalBinding", "\(optional.text), otherwise: \(otherwise.text), \(closure)"))
        case .matchingPattern(let pattern): throw error(.patternCondition, at: pattern)
        case .availability(let availability): throw error(.statement("a test for availability"), at: availability)
        }
    }

    /// The value of a branch; its constants are unknown outside of it.
    private func branch(_ block: CodeBlockSyntax) throws -> TreeOperand {
        guard block.statements.contains(where: \.declaresConstants) else {
            return try nested { try body(block.statements, of: block) }
        }
        let closure = try build(parameters: [], sources: []) { try body(block.statements, of: block) }
        return add("\(closure)()")
    }

    private func nested(_ value: () throws -> TreeOperand) rethrows -> TreeOperand {
        let outer = scope
        defer { scope = outer }
        return try value()
    }
}

extension CodeBlockItemSyntax {
    fileprivate var declaresConstants: Bool { item.as(DeclSyntax.self)?.is(VariableDeclSyntax.self) == true }
}

extension PatternSyntax {
    /// The names that a pattern gives to values.
    fileprivate var boundNames: [String] {
        if let name = self.as(IdentifierPatternSyntax.self) { return [name.identifier.text] }
        return self.as(TuplePatternSyntax.self)?.elements.flatMap(\.pattern.boundNames) ?? []
    }
}
