public import Foundation

/// The members through which predicates reach the operations; not for use elsewhere.
extension String {
    /// The subject of `localizedStandardContains(_:)`.
    public var _localizedStandardContains: _TextSubject<_LocalizedStandardContains> { .init(text: self) }
    /// The subject of `localizedCompare(_:)`.
    public var _localizedCompare: _TextSubject<_LocalizedCompare> { .init(text: self) }
    /// The subject of `localizedStandardCompare(_:)`.
    public var _localizedStandardCompare: _TextSubject<_LocalizedStandardCompare> { .init(text: self) }
    /// The subject of `caseInsensitiveCompare(_:)`.
    public var _caseInsensitiveCompare: _TextSubject<_CaseInsensitiveCompare> { .init(text: self) }
    /// The subject of `hasSuffix(_:)`.
    public var _hasSuffix: _TextSubject<_HasSuffix> { .init(text: self) }
    /// The string as an operand.
    public var _operand: _TextOperand { .text(self) }
    /// `lowercased()`.
    public var _lowercased: String { lowercased() }
    /// `uppercased()`.
    public var _uppercased: String { uppercased() }
    /// The string without white space and line breaks at both ends.
    public var _trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// The build functions that Linux Foundation lacks, under the names that they have in Apple's, and a few additions.
extension PredicateExpressions {
    /// A question about two strings, in nodes of Foundation's own.
    public typealias _TextQuestion<Root, Other, Operation> = CollectionIndexSubscript<
        KeyPath<Root, _TextSubject<Operation>>, KeyPath<Other, _TextOperand>
    >
    where Root: PredicateExpression, Other: PredicateExpression, Operation: _TextOperation

    static func question<Root, Other, Operation>(
        _ root: Root,
        _ other: Other,
        _ operation: any Swift.KeyPath<String, _TextSubject<Operation>> & Sendable
    ) -> _TextQuestion<Root, Other, Operation>
    where
        Root: PredicateExpression, Other: PredicateExpression, Operation: _TextOperation,
        Root.Output == String, Other.Output == String
    {
        build_subscript(
            build_KeyPath(root: root, keyPath: operation),
            build_KeyPath(root: other, keyPath: \._operand)
        )
    }

    /// `root.localizedStandardContains(other)`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> _TextQuestion<Root, Other, _LocalizedStandardContains>
    where Root: PredicateExpression, Other: PredicateExpression, Root.Output == String, Other.Output == String {
        question(root, other, \._localizedStandardContains)
    }

    /// `root.localizedCompare(other)`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> _TextQuestion<Root, Other, _LocalizedCompare>
    where Root: PredicateExpression, Other: PredicateExpression, Root.Output == String, Other.Output == String {
        question(root, other, \._localizedCompare)
    }

    /// `root.localizedStandardCompare(other)`, an addition to Apple's list.
    public static func build_localizedStandardCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> _TextQuestion<Root, Other, _LocalizedStandardCompare>
    where Root: PredicateExpression, Other: PredicateExpression, Root.Output == String, Other.Output == String {
        question(root, other, \._localizedStandardCompare)
    }

    /// `root.caseInsensitiveCompare(other)`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> _TextQuestion<Root, Other, _CaseInsensitiveCompare>
    where Root: PredicateExpression, Other: PredicateExpression, Root.Output == String, Other.Output == String {
        question(root, other, \._caseInsensitiveCompare)
    }

    /// `root.hasPrefix(other)`, an addition to Apple's list.
    public static func build_hasPrefix<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> SequenceStartsWith<Root, Other>
    where Root: PredicateExpression, Other: PredicateExpression, Root.Output == String, Other.Output == String {
        build_starts(root, with: other)
    }

    /// `root.hasSuffix(other)`, an addition to Apple's list.
    public static func build_hasSuffix<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> _TextQuestion<Root, Other, _HasSuffix>
    where Root: PredicateExpression, Other: PredicateExpression, Root.Output == String, Other.Output == String {
        question(root, other, \._hasSuffix)
    }

    /// `root.lowercased()`, an addition to Apple's list.
    public static func build_lowercased<Root>(_ root: Root) -> KeyPath<Root, String>
    where Root: PredicateExpression, Root.Output == String {
        build_KeyPath(root: root, keyPath: \._lowercased)
    }

    /// `root.uppercased()`, an addition to Apple's list.
    public static func build_uppercased<Root>(_ root: Root) -> KeyPath<Root, String>
    where Root: PredicateExpression, Root.Output == String {
        build_KeyPath(root: root, keyPath: \._uppercased)
    }

    /// `root.trimmingCharacters(in: .whitespacesAndNewlines)`, an addition to Apple's list.
    public static func build_trimmed<Root>(_ root: Root) -> KeyPath<Root, String>
    where Root: PredicateExpression, Root.Output == String {
        build_KeyPath(root: root, keyPath: \._trimmed)
    }
}
