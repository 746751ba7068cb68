import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension TreeBuilder {
    /// A call of something that is no method.
    func unknownFunction(_ node: FunctionCallExprSyntax) -> DiagnosticsError {
        let name = node.calledExpression.trimmedDescription
        let advice = TreeAdvice.functions[name] ?? (name.isNameOfType ? TreeAdvice.conversion : TreeAdvice.ownCode)
        return error(.call(name, advice: advice), at: node)
    }

    /// A call of a method that there is no node for.
    func unknownMethod(_ node: FunctionCallExprSyntax, _ callee: MemberAccessExprSyntax) -> DiagnosticsError {
        let name = callee.declName.baseName.text
        let labels = node.nameWithLabels(name)
        if let replacement = TreeAdvice.renamed[name] {
            return renamed(callee, labels, to: replacement)
        }
        if let advice = TreeAdvice.methods[name] {
            return error(.call(labels, advice: advice), at: callee.declName, fixIts: rewritten(node, callee))
        }
        if let similar = TreeAdvice.similar(to: name) {
            return renamed(callee, labels, to: similar)
        }
        return error(.call(labels, advice: TreeAdvice.ownCode), at: callee.declName, note: TreeAdvice.supported)
    }

    /// A call of a known method in an unknown form.
    func unknownArguments(_ node: FunctionCallExprSyntax, _ callee: MemberAccessExprSyntax) -> DiagnosticsError {
        let name = callee.declName.baseName.text
        return error(
            .callArguments(node.nameWithLabels(name), advice: TreeAdvice.arguments(of: name)),
            at: callee.declName
        )
    }

    private func renamed(
        _ callee: MemberAccessExprSyntax,
        _ name: String,
        to replacement: String
    ) -> DiagnosticsError {
        var better = callee.declName
        better.baseName = .identifier(replacement)
        better.leadingTrivia = callee.declName.leadingTrivia
        better.trailingTrivia = callee.declName.trailingTrivia
        return error(
            .call(name, advice: "use '\(replacement)'"),
            at: callee.declName,
            fixIts: [.replacing(callee.declName, with: better, id: "predicate", "use '\(replacement)'")]
        )
    }

    /// The call in words that there are nodes for, where it has such a form.
    private func rewritten(_ node: FunctionCallExprSyntax, _ callee: MemberAccessExprSyntax) -> [FixIt] {
        guard let base = callee.base?.trimmed else { return [] }
        let better: ExprSyntax
        let message: String
        switch callee.declName.baseName.text {
        case "count":
            guard let closure = node.closureArgument else { return [] }
            better = "\(base).filter \(closure).count"
            message = "use 'filter(_:)' and 'count'"
        case "isMultiple":
            guard let divisor = node.arguments.first?.expression, node.arguments.count == 1 else { return [] }
            better = "(\(base) % \(divisor.trimmed) == 0)"
            message = "use '%'"
        case "map":
            guard node.closureArgument != nil else { return [] }
            var name = callee.declName
            name.baseName = .identifier("flatMap", trailingTrivia: name.baseName.trailingTrivia)
            return [.replacing(callee.declName, with: name, id: "predicate", "use 'flatMap(_:)'")]
        default: return []
        }
        let replacement = better.with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
        return [.replacing(ExprSyntax(node), with: replacement, id: "predicate", message)]
    }
}

extension FunctionCallExprSyntax {
    /// The only argument, where it is a closure.
    fileprivate var closureArgument: ClosureExprSyntax? {
        if let trailingClosure { return arguments.isEmpty ? trailingClosure.trimmed : nil }
        return arguments.count == 1 ? arguments.first?.expression.as(ClosureExprSyntax.self)?.trimmed : nil
    }
}

extension String {
    fileprivate var isNameOfType: Bool { first?.isUppercase == true }
}
