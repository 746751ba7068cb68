import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What a predicate or expression cannot contain.
enum TreeDiagnostic {
    case notAClosure(macro: String)
    case parameters
    case call(String)
    case callArguments(String)
    case statement(String)
    case expression(String)
    case operation(String)

    var message: String {
        switch self {
        case .notAClosure(let macro): "#\(macro) needs a closure written in place"
        case .parameters: "a closure inside a predicate takes one parameter"
        case .call(let name):
            "a predicate cannot call '\(name)': compute what does not depend on the input outside of it"
        case .callArguments(let name): "a predicate cannot call '\(name)' with these arguments"
        case .statement(let kind): "a predicate cannot contain \(kind)"
        case .expression(let kind): "a predicate cannot contain \(kind)"
        case .operation(let name): "a predicate cannot use the operator '\(name)'"
        }
    }

    func error(at node: some SyntaxProtocol) -> DiagnosticsError {
        DiagnosticsError(diagnostics: [
            Diagnostic(node: Syntax(node), message: MacroMessage("predicate", .error, message))
        ])
    }
}
