import SwiftSyntax

extension TreeBuilder {
    /// A call of a method that the predicate language has.
    func call(_ node: FunctionCallExprSyntax) throws -> TreeOperand {
        guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self), let base = callee.base else {
            throw TreeDiagnostic.call(node.calledExpression.trimmedDescription).error(at: node)
        }
        let name = callee.declName.baseName.text
        guard let method = TreeMethod.all[name] else {
            throw TreeDiagnostic.call(node.nameWithLabels(name)).error(at: callee.declName)
        }
        guard let arguments = method.arguments(of: node) else {
            throw TreeDiagnostic.callArguments(node.nameWithLabels(name)).error(at: callee.declName)
        }
        let root = try operand(base)
        var operands = [root]
        var texts = [method.takesBareReceiver ? root.bareText : root.text]
        for argument in arguments {
            let value: String
            if let closure = argument.closure {
                value = try self.closure(closure)
            } else {
                let operand = try operand(argument.expression)
                operands.append(operand)
                value = operand.text
            }
            texts.append(argument.label.map { "\($0): \(value)" } ?? value)
        }
        return add(
            Self.call(method.function, texts.joined(separator: ", ")),
            isOpen: !operands.contains(where: \.isBound)
        )
    }
}

/// A method that Foundation's tree has a node for, or that we express in nodes of Foundation's.
struct TreeMethod {
    enum Parameters {
        case none
        case value(label: String?)
        /// A closure; the label is for the build function, and for the call where the closure is not trailing.
        case closure(label: String?)
        case valueOrClosure(label: String)
        case values
        /// A value that the build function does not take, since there is only one.
        case constant(label: String, allowed: [String])
    }

    struct Argument {
        let label: String?
        let expression: ExprSyntax

        var closure: ClosureExprSyntax? { expression.as(ClosureExprSyntax.self) }
    }

    /// The name of the build function without its prefix.
    let function: String
    let parameters: Parameters

    static let all: [String: TreeMethod] = [
        "contains": TreeMethod(function: "contains", parameters: .valueOrClosure(label: "where")),
        "allSatisfy": TreeMethod(function: "allSatisfy", parameters: .closure(label: nil)),
        "filter": TreeMethod(function: "filter", parameters: .closure(label: nil)),
        "flatMap": TreeMethod(function: "flatMap", parameters: .closure(label: nil)),
        "starts": TreeMethod(function: "starts", parameters: .value(label: "with")),
        "min": TreeMethod(function: "min", parameters: .none),
        "max": TreeMethod(function: "max", parameters: .none),
        "evaluate": TreeMethod(function: "evaluate", parameters: .values),
        "localizedStandardContains": text("localizedStandardContains"),
        "localizedCompare": text("localizedCompare"),
        "localizedStandardCompare": text("localizedStandardCompare"),
        "caseInsensitiveCompare": text("caseInsensitiveCompare"),
        "hasPrefix": text("hasPrefix"),
        "hasSuffix": text("hasSuffix"),
        "lowercased": TreeMethod(function: "lowercased", parameters: .none),
        "uppercased": TreeMethod(function: "uppercased", parameters: .none),
        "trimmingCharacters": TreeMethod(
            function: "trimmed",
            parameters: .constant(
                label: "in",
                allowed: [".whitespacesAndNewlines", "CharacterSet.whitespacesAndNewlines"]
            )
        ),
    ]

    private static func text(_ name: String) -> TreeMethod {
        TreeMethod(function: name, parameters: .value(label: nil))
    }

    /// Whether a captured receiver is handed over as it is, since its type decides what is built.
    var takesBareReceiver: Bool { function == "evaluate" }

    /// The arguments of a call for the build function; nil where the call is of another form.
    func arguments(of call: FunctionCallExprSyntax) -> [Argument]? {
        guard call.additionalTrailingClosures.isEmpty else { return nil }
        let arguments = call.arguments.map { Argument(label: $0.label?.text, expression: $0.expression) }
        let trailing = call.trailingClosure.map { ExprSyntax($0) }
        switch parameters {
        case .none:
            return arguments.isEmpty && trailing == nil ? [] : nil
        case .values:
            return arguments.isEmpty || trailing != nil ? nil : arguments
        case .value(let label):
            return single(arguments, trailing: nil, label: label) { !$0.isClosure }
        case .closure(let label):
            return single(arguments, trailing: trailing, label: label, where: \.isClosure)
        case .valueOrClosure(let label):
            return single(arguments, trailing: trailing, label: label, where: \.isClosure)
                ?? single(arguments, trailing: nil, label: nil) { !$0.isClosure }
        case .constant(let label, let allowed):
            return single(arguments, trailing: nil, label: label) { allowed.contains($0.trimmedDescription) } != nil
                ? [] : nil
        }
    }

    private func single(
        _ arguments: [Argument],
        trailing: ExprSyntax?,
        label: String?,
        where isExpected: (ExprSyntax) -> Bool
    ) -> [Argument]? {
        if let trailing {
            return arguments.isEmpty && isExpected(trailing) ? [Argument(label: label, expression: trailing)] : nil
        }
        guard arguments.count == 1, let only = arguments.first, only.label == label, isExpected(only.expression) else {
            return nil
        }
        return [only]
    }
}

extension ExprSyntax {
    fileprivate var isClosure: Bool { self.is(ClosureExprSyntax.self) }
}

extension FunctionCallExprSyntax {
    /// The name of the method that is called, as documentation writes it.
    fileprivate func nameWithLabels(_ name: String) -> String {
        var labels = arguments.map { "\($0.label?.text ?? "_"):" }
        if trailingClosure != nil { labels.append("_:") }
        return "\(name)(\(labels.joined()))"
    }
}
