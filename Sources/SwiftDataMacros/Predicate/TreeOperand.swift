import SwiftSyntax

/// A part of a tree, as its parent's statement refers to it.
enum TreeOperand {
    /// A constant that holds a node, or the variable of a closure.
    case bound(String)
    /// A node whose type depends on its parent: only literals and captured values are below it.
    case inline(String)
    /// A literal or an expression that does not depend on the input. Its parent gives it its type: a `String` that is
    /// compared with a `String?` must become one.
    case captured(ExprSyntax)

    /// The text to write where the parent is built.
    var text: String {
        switch self {
        case .bound(let text), .inline(let text): text
        case .captured(let expression) where expression.is(NilLiteralExprSyntax.self):
            TreeBuilder.call("NilLiteral", "")
        case .captured(let expression): TreeBuilder.call("Arg", expression.trimmedDescription)
        }
    }

    /// The text, as ``text``, with a captured value as it is.
    var bareText: String {
        if case .captured(let expression) = self { expression.trimmedDescription } else { text }
    }

    var isBound: Bool {
        if case .bound = self { true } else { false }
    }
}
