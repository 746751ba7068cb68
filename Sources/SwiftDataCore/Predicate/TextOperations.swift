public import Foundation

/// String comparisons that Linux Foundation's predicate language has no node for.
///
/// Each is a collection with strings as indices, whose element at `other` is the answer for `other`. A predicate asks
/// it with `build_KeyPath` and `build_subscript`, nodes of Foundation's own: a node type of ours would be a fatal
/// error inside Foundation as soon as the predicate is printed.
public protocol _TextOperation: Collection, Sendable where Index == _TextOperand, Element == Answer {
    associatedtype Answer
    /// The answer for another string, or for an operand that is none.
    func answer(for other: String?) -> Answer
    /// The word of the query tree for the operation.
    static var queryOperator: QueryText.Operator { get }
}

extension _TextOperation {
    /// The place before every operand.
    public var startIndex: _TextOperand { .start }
    /// The place after every operand.
    public var endIndex: _TextOperand { .end }
    /// The end: an operand has no successor of its own.
    public func index(after index: _TextOperand) -> _TextOperand { .end }
    /// The answer for an operand.
    public subscript(position: _TextOperand) -> Answer {
        if case .text(let other) = position { answer(for: other) } else { answer(for: nil) }
    }
}

/// The index of a text operation: any string lies between the two ends.
public enum _TextOperand: Comparable, Sendable {
    case start
    case text(String)
    case end
}

/// The test for a string in another string, whatever the case and the diacritics.
public struct _LocalizedStandardContains: _TextOperation {
    fileprivate let subject: String
    /// The answer for another string.
    public func answer(for other: String?) -> Bool {
        other.map { TextComparison.localizedStandardContains(subject, $0) } ?? false
    }
    /// The word of the query tree for it.
    public static var queryOperator: QueryText.Operator { .localizedStandardContains }
}

/// The order of two strings in a locale-aware comparison.
public struct _LocalizedCompare: _TextOperation {
    fileprivate let subject: String
    /// The answer for another string.
    public func answer(for other: String?) -> ComparisonResult {
        other.map { TextComparison.localized(subject, $0) } ?? .orderedSame
    }
    /// The word of the query tree for it.
    public static var queryOperator: QueryText.Operator { .localizedCompare }
}

/// The order of two strings in a locale-aware comparison that counts numbers by value.
public struct _LocalizedStandardCompare: _TextOperation {
    fileprivate let subject: String
    /// The answer for another string.
    public func answer(for other: String?) -> ComparisonResult {
        other.map { TextComparison.localizedStandard(subject, $0) } ?? .orderedSame
    }
    /// The word of the query tree for it.
    public static var queryOperator: QueryText.Operator { .localizedStandardCompare }
}

/// The order of two strings whatever their case.
public struct _CaseInsensitiveCompare: _TextOperation {
    fileprivate let subject: String
    /// The answer for another string.
    public func answer(for other: String?) -> ComparisonResult {
        other.map { TextComparison.caseInsensitive(subject, $0) } ?? .orderedSame
    }
    /// The word of the query tree for it.
    public static var queryOperator: QueryText.Operator { .caseInsensitiveCompare }
}

/// The test for a string at the end of another string.
public struct _HasSuffix: _TextOperation {
    fileprivate let subject: String
    /// The answer for another string.
    public func answer(for other: String?) -> Bool {
        other.map { subject.hasSuffix($0) } ?? false
    }
    /// The word of the query tree for it.
    public static var queryOperator: QueryText.Operator { .endsWith }
}

/// The members through which predicates reach the operations; not for use elsewhere.
extension String {
    /// The operand that answers `localizedStandardContains(_:)`.
    public var _localizedStandardContains: _LocalizedStandardContains { .init(subject: self) }
    /// The operand that answers `localizedCompare(_:)`.
    public var _localizedCompare: _LocalizedCompare { .init(subject: self) }
    /// The operand that answers `localizedStandardCompare(_:)`.
    public var _localizedStandardCompare: _LocalizedStandardCompare { .init(subject: self) }
    /// The operand that answers `caseInsensitiveCompare(_:)`.
    public var _caseInsensitiveCompare: _CaseInsensitiveCompare { .init(subject: self) }
    /// The operand that answers `hasSuffix(_:)`.
    public var _hasSuffix: _HasSuffix { .init(subject: self) }
    /// The string as an operand.
    public var _operand: _TextOperand { .text(self) }
    /// `lowercased()`.
    public var _lowercased: String { lowercased() }
    /// `uppercased()`.
    public var _uppercased: String { uppercased() }
    /// Without white space and line breaks at both ends.
    public var _trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
