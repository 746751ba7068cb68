import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelProperty {
    /// True if the property has `willSet` or `didSet` observers.
    var isObserved: Bool { !binding.observers.isEmpty }
}

extension PersistedProperty {
    /// A setter that runs the observers of the property.
    ///
    /// The compiler drops the observers of a property that a macro gives a setter, so the setter holds their bodies.
    /// As in Swift, an observer that assigns to its own property does not start the observers again.
    var observedSetter: AccessorDeclSyntax {
        let observers = property.binding.observers
        let willSet = observers.first { $0.accessorSpecifier.tokenKind == .keyword(.willSet) }
        let didSet = observers.first { $0.accessorSpecifier.tokenKind == .keyword(.didSet) }
        var lines = [
            "if \(property.placeholder) {",
            "    \(write("newValue"))",
            "    return",
            "}",
            "\(property.placeholder) = true",
            "defer {",
            "    \(property.placeholder) = false",
            "}",
        ]
        if let didSet, usesOldValue(didSet) {
            lines.append("let _$oldValue = \(property.identifier.text)")
        }
        if let willSet {
            lines += call(willSet, parameter: "newValue", argument: "newValue")
        }
        lines.append(write("newValue"))
        if let didSet {
            lines += call(didSet, parameter: "oldValue", argument: usesOldValue(didSet) ? "_$oldValue" : nil)
        }
        return """
            set {
                \(raw: lines.joined(separator: "\n    "))
            }
            """
    }

    /// The observer's body as a closure that is called at once, so that a `return` in it leaves the observer only.
    private func call(_ observer: AccessorDeclSyntax, parameter: String, argument: String?) -> [String] {
        guard let body = observer.body?.statements, !body.isEmpty else { return [] }
        let name = observer.parameters?.name.text ?? parameter
        let head = argument == nil ? "_ = { () -> Swift.Void in" : "_ = { (\(name)) -> Swift.Void in"
        return [head, qualified(body).trimmedDescription, "}(\(argument ?? ""))"]
    }

    /// The statements with `self.` before the property, whose name alone the compiler warns about in a setter.
    private func qualified(_ statements: CodeBlockItemListSyntax) -> Syntax {
        let name = property.identifier.text
        let isShadowed = statements.tokens(viewMode: .sourceAccurate).contains {
            $0.text == name && $0.parent?.is(IdentifierPatternSyntax.self) ?? false
        }
        return isShadowed ? Syntax(statements) : SelfQualifier(name: name).rewrite(statements)
    }

    private func usesOldValue(_ observer: AccessorDeclSyntax) -> Bool {
        if observer.parameters != nil { return true }
        return observer.body?.tokens(viewMode: .sourceAccurate).contains { $0.text == "oldValue" } ?? false
    }
}

/// Writes `self.` before the references to a property.
private final class SelfQualifier: SyntaxRewriter {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
        guard node.baseName.text == name, node.parent?.as(MemberAccessExprSyntax.self)?.declName != node else {
            return ExprSyntax(node)
        }
        return "\(node.leadingTrivia)self.\(node.with(\.leadingTrivia, []))"
    }
}
