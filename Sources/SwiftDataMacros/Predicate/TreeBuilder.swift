import SwiftSyntax
import SwiftSyntaxMacros

/// Writes the statements that build the tree of an expression.
///
/// Each node becomes a constant of its own, so that the type checker sees one node at a time. Literals and captured
/// values stay inside the statement of their parent, which gives them their type.
final class TreeBuilder {
    let kind: TreeKind
    var scope = TreeScope()
    private var statements: [String] = []
    private var count = 0
    /// The variables for the values that optional chains unwrap, by the place of the question mark.
    var unwrapped: [SyntaxIdentifier: String] = [:]

    init(_ kind: TreeKind) {
        self.kind = kind
    }

    /// A call of one of Foundation's functions, all of which have the same prefix, or of our own of that name, which
    /// has overloads that Foundation's must not have: the expansions of its macro are one expression each, and every
    /// overload multiplies what the type checker has to try there.
    static func call(_ function: String, _ arguments: String) -> String {
        let prefix = overloaded.contains(function) ? "_build_" : "build_"
        return "Foundation.PredicateExpressions.\(prefix)\(function)(\(arguments))"
    }

    private static let overloaded: Set = [
        "Arg", "Arithmetic", "Conditional", "Equal", "NilCoalesce", "NotEqual", "flatMap",
    ]

    /// Adds a node; binds it to a constant unless its operands leave its type open.
    func node(_ function: String, _ arguments: String, operands: [TreeOperand]) -> TreeOperand {
        add(Self.call(function, arguments), isOpen: !operands.contains(where: \.isBound))
    }

    func add(_ text: String, isOpen: Bool = false) -> TreeOperand {
        guard !isOpen else { return .inline(text) }
        let name = newName()
        statements.append("let \(name) = \(text)")
        return .bound(name)
    }

    /// Keeps a constant of the user's that does not depend on the input.
    func keep(_ binding: PatternBindingSyntax) {
        statements.append("let \(binding.with(\.trailingComma, nil).trimmedDescription)")
    }

    /// Mentions a node that nothing refers to.
    func keepUnused(_ operand: TreeOperand) {
        statements.append("_ = \(operand.text)")
    }

    func newName() -> String {
        count += 1
        return "_$\(count)"
    }

    /// A closure of the user's as one that builds a part of the tree; only the outermost takes several parameters.
    func closure(_ closure: ClosureExprSyntax, maximumParameters: Int = 1) throws -> String {
        var names = closure.parameterNames
        let anonymous = closure.anonymousParameterCount
        guard max(names.count, anonymous) <= maximumParameters else {
            throw error(.parameters, at: closure)
        }
        var sources = names
        if names.isEmpty {
            sources = (0..<max(anonymous, 1)).map { "$\($0)" }
            names = sources.map { _ in newName() }
        }
        let captures = closure.capturedConstants
        return try build(parameters: names, sources: sources) {
            self.statements += captures
            return try self.body(closure.statements, of: closure)
        }
    }

    /// A closure whose parameters are known to the user's code as `sources`.
    func build(
        parameters: [String],
        sources: [String],
        _ result: () throws -> TreeOperand
    ) rethrows -> String {
        let outer = (scope, statements)
        for (parameter, source) in zip(parameters, sources) where source != "_" {
            scope[source] = .bound(parameter)
        }
        statements = []
        defer { (scope, statements) = outer }
        let last = try result()
        let lines = statements + ["return \(last.text)"]
        let body = lines.joined(separator: "\n").replacingNewlines(with: "\n    ")
        let head = parameters.isEmpty ? "" : " \(parameters.joined(separator: ", ")) in"
        return "{\(head)\n    \(body)\n}"
    }
}

extension String {
    /// The text with other line breaks, for instance indented ones.
    func replacingNewlines(with separator: String) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).joined(separator: separator)
    }
}
