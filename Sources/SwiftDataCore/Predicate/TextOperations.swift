public import Foundation

/// A question about two strings that Linux Foundation's predicate language has no node for.
///
/// Each has one entry in ``QueryText/Operator``, which a predicate in memory and the store both answer by.
public protocol _TextOperation: Sendable {
    /// `Bool`, or `ComparisonResult`.
    associatedtype Answer: _TextAnswer
    /// The operator of the query tree.
    static var queryOperator: QueryText.Operator { get }
}

/// The operation of `localizedStandardContains(_:)`.
public enum _LocalizedStandardContains: _TextOperation {
    /// True or false.
    public typealias Answer = Bool
    /// The operator of the query tree.
    public static var queryOperator: QueryText.Operator { .localizedStandardContains }
}

/// The operation of `localizedCompare(_:)`.
public enum _LocalizedCompare: _TextOperation {
    /// The order of two strings.
    public typealias Answer = ComparisonResult
    /// The operator of the query tree.
    public static var queryOperator: QueryText.Operator { .localizedCompare }
}

/// The operation of `localizedStandardCompare(_:)`.
public enum _LocalizedStandardCompare: _TextOperation {
    /// The order of two strings.
    public typealias Answer = ComparisonResult
    /// The operator of the query tree.
    public static var queryOperator: QueryText.Operator { .localizedStandardCompare }
}

/// The operation of `caseInsensitiveCompare(_:)`.
public enum _CaseInsensitiveCompare: _TextOperation {
    /// The order of two strings.
    public typealias Answer = ComparisonResult
    /// The operator of the query tree.
    public static var queryOperator: QueryText.Operator { .caseInsensitiveCompare }
}

/// The operation of `hasSuffix(_:)`.
public enum _HasSuffix: _TextOperation {
    /// True or false.
    public typealias Answer = Bool
    /// The operator of the query tree.
    public static var queryOperator: QueryText.Operator { .endsWith }
}

/// A string that an operation is applied to: a collection with strings as indices, whose element at a string is the
/// answer for it.
///
/// A predicate asks it with `build_KeyPath` and `build_subscript`, nodes of Foundation's own: a node type of ours would
/// be a fatal error inside Foundation as soon as the predicate is printed.
public struct _TextSubject<Operation: _TextOperation>: Collection, Sendable {
    let text: String

    /// The place before every operand.
    public var startIndex: _TextOperand { .start }
    /// The place after every operand.
    public var endIndex: _TextOperand { .end }
    /// The end: an operand has no successor of its own.
    public func index(after index: _TextOperand) -> _TextOperand { .end }
    /// The answer for an operand.
    public subscript(position: _TextOperand) -> Operation.Answer {
        guard case .text(let other) = position else { return ._forNoString }
        return ._answer(to: Operation.queryOperator, text, other)
    }
}

/// The index of a text operation: any string lies between the two ends.
public enum _TextOperand: Comparable, Sendable {
    /// The place before every string.
    case start
    /// The place of a string.
    case text(String)
    /// The place after every string.
    case end
}

/// The type of an answer about two strings: `Bool` or `ComparisonResult`.
public protocol _TextAnswer: Sendable {
    /// The answer for an index that is no string.
    static var _forNoString: Self { get }
    /// The answer of an operator.
    static func _answer(to queryOperator: QueryText.Operator, _ text: String, _ other: String) -> Self
}

extension Bool: _TextAnswer {
    /// The answer for an index that is no string.
    public static var _forNoString: Bool { false }
    /// The answer of an operator; for one that compares, whether the strings are the same.
    public static func _answer(to queryOperator: QueryText.Operator, _ text: String, _ other: String) -> Bool {
        switch queryOperator.entry.answer {
        case .condition(let condition): condition(text, other)
        case .order(let order): order(text, other) == .orderedSame
        }
    }
}

extension ComparisonResult: _TextAnswer {
    /// The answer for an index that is no string.
    public static var _forNoString: ComparisonResult { .orderedSame }
    /// The answer of an operator that compares.
    public static func _answer(
        to queryOperator: QueryText.Operator,
        _ text: String,
        _ other: String
    ) -> ComparisonResult {
        switch queryOperator.entry.answer {
        case .condition(let condition): condition(text, other) ? .orderedSame : .orderedAscending
        case .order(let order): order(text, other)
        }
    }
}

/// A subject of any operation, for the conversion of predicates.
protocol TextSubject {
    static var queryOperator: QueryText.Operator { get }
}

extension _TextSubject: TextSubject {
    static var queryOperator: QueryText.Operator { Operation.queryOperator }
}
