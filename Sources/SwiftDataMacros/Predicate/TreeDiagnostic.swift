import SwiftDiagnostics
import SwiftSyntax

/// The diagnostics of predicates and expressions: the code that they cannot contain.
enum TreeDiagnostic {
    case notAClosure
    case parameters
    case empty
    case missingValue
    case missingElse
    case severalConditions
    case patternCondition
    case call(String, advice: String)
    case callArguments(String, advice: String?)
    case statement(String)
    case expression(String, advice: String?)
    case operation(String, advice: String?)

    func message(for kind: TreeKind) -> String {
        let subject = kind.inWords
        return switch self {
        case .notAClosure: "#\(kind.type) needs a closure written in place"
        case .parameters: "a closure inside \(subject) takes one parameter"
        case .empty: "\(subject) cannot be an empty closure: write 'true' where every value matches"
        case .missingValue: "\(subject) needs a value at its end"
        case .missingElse: "\(subject) cannot contain 'if' without 'else'"
        case .severalConditions: "\(subject) has one value: join its conditions by '&&'"
        case .patternCondition: "\(subject) cannot contain 'if case': compare by '==', or use 'if let'"
        case .call(let name, let advice): "\(subject) cannot call '\(name)': \(advice)"
        case .callArguments(let name, let advice):
            "\(subject) cannot call '\(name)' with these arguments" + Self.appended(advice)
        case .statement(let kind): "\(subject) cannot contain \(kind)"
        case .expression(let kind, let advice): "\(subject) cannot contain \(kind)" + Self.appended(advice)
        case .operation(let name, let advice): "\(subject) cannot use the operator '\(name)'" + Self.appended(advice)
        }
    }

    private static func appended(_ advice: String?) -> String { advice.map { ": \($0)" } ?? "" }
}

extension TreeBuilder {
    func error(
        _ diagnostic: TreeDiagnostic,
        at node: some SyntaxProtocol,
        note: String? = nil,
        fixIts: [FixIt] = []
    ) -> DiagnosticsError {
        let notes = note.map { [Note(node: Syntax(node), message: MacroNote("predicate", $0))] }
        return DiagnosticsError(diagnostics: [
            Diagnostic(
                node: Syntax(node),
                message: MacroMessage("predicate", .error, diagnostic.message(for: kind)),
                notes: notes ?? [],
                fixIts: fixIts
            )
        ])
    }
}
