import SwiftSyntax
import SwiftSyntaxBuilder

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
        /// The arguments of a call of a captured calendar.
        case calendar(labels: [String?])
    }

    struct Argument {
        let label: String?
        let expression: ExprSyntax
        var isClosure = false
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
        "localizedCaseInsensitiveContains": text("localizedCaseInsensitiveContains"),
        "localizedCompare": text("localizedCompare"),
        "localizedStandardCompare": text("localizedStandardCompare"),
        "caseInsensitiveCompare": text("caseInsensitiveCompare"),
        "hasPrefix": text("hasPrefix"),
        "hasSuffix": text("hasSuffix"),
        "component": TreeMethod(function: "component", parameters: .calendar(labels: [nil, "from"])),
        "isDate": TreeMethod(function: "isDate", parameters: .calendar(labels: [nil, "inSameDayAs"])),
        "addingTimeInterval": text("addingTimeInterval"),
        "timeIntervalSince": text("timeIntervalSince"),
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

    /// The methods as documentation writes them.
    static let names: [String] = all.flatMap { name, method in
        switch method.parameters {
        case .none: ["\(name)()"]
        case .value(let label), .closure(let label): ["\(name)(\(label ?? "_"):)"]
        case .valueOrClosure(let label): ["\(name)(_:)", "\(name)(\(label):)"]
        case .values: ["\(name)(_:)"]
        case .constant(let label, _): ["\(name)(\(label):)"]
        case .calendar(let labels): ["\(name)(\(labels.map { "\($0 ?? "_"):" }.joined()))"]
        }
    }.sorted()

    private static func text(_ name: String) -> TreeMethod {
        TreeMethod(function: name, parameters: .value(label: nil))
    }

    /// True if a captured receiver is passed as it is, since its type decides which node is built.
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
            return single(arguments, trailing: nil, label: label) { !$0.is(ClosureExprSyntax.self) }
        case .closure(let label):
            return closure(arguments, trailing, label: label)
        case .valueOrClosure(let label):
            return closure(arguments, trailing, label: label)
                ?? (trailing == nil
                    ? single(arguments, trailing: nil, label: nil) { !$0.is(ClosureExprSyntax.self) } : nil)
        case .constant(let label, let allowed):
            return single(arguments, trailing: nil, label: label) { allowed.contains($0.trimmedDescription) } != nil
                ? [] : nil
        case .calendar(let labels):
            return arguments.map(\.label) == labels && trailing == nil ? arguments : nil
        }
    }

    private func closure(_ arguments: [Argument], _ trailing: ExprSyntax?, label: String?) -> [Argument]? {
        single(arguments, trailing: trailing, label: label) {
            $0.is(ClosureExprSyntax.self) || $0.is(KeyPathExprSyntax.self)
        }?.map { Argument(label: $0.label, expression: $0.expression, isClosure: true) }
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

extension TreeMethod.Argument {
    /// The closure that the argument is, or that a key path stands for.
    func closure(in builder: TreeBuilder) throws -> ClosureExprSyntax? {
        guard isClosure, let keyPath = expression.as(KeyPathExprSyntax.self) else {
            return expression.as(ClosureExprSyntax.self)
        }
        let components = keyPath.components.trimmedDescription
        // An argument of a subscript would mean something else inside the closure.
        guard !builder.scope.isUsed(in: keyPath), !keyPath.components.contains(where: \.isSubscript) else {
            throw builder.error(
                .expression("a key path with a subscript", advice: "write a closure in its place"),
                at: keyPath
            )
        }
        return ExprSyntax("{ $0\(raw: components.hasPrefix(".") ? "" : ".")\(raw: components) }").as(
            ClosureExprSyntax.self
        )
    }
}

extension KeyPathComponentSyntax {
    fileprivate var isSubscript: Bool { component.is(KeyPathSubscriptComponentSyntax.self) }
}

extension FunctionCallExprSyntax {
    /// The name of the method that is called, as documentation writes it.
    func nameWithLabels(_ name: String) -> String {
        var labels = arguments.map { "\($0.label?.text ?? "_"):" }
        if trailingClosure != nil { labels.append("_:") }
        return "\(name)(\(labels.joined()))"
    }
}
