public import Foundation

/// The operation of `localizedCaseInsensitiveContains(_:)`.
public enum _LocalizedCaseInsensitiveContains: _TextOperation {
    public typealias Answer = Bool
    /// The operator of the query tree.
    public static var queryOperator: QueryText.Operator { .localizedCaseInsensitiveContains }
}

extension String {
    /// The subject of `localizedCaseInsensitiveContains(_:)`; not for use outside predicates.
    public var _localizedCaseInsensitiveContains: _TextSubject<_LocalizedCaseInsensitiveContains> {
        .init(text: self)
    }
}

extension PredicateExpressions {
    /// `root.localizedCaseInsensitiveContains(other)`, an addition to Apple's list.
    public static func build_localizedCaseInsensitiveContains<Root, Other>(
        _ root: Root,
        _ other: Other
    ) -> _TextQuestion<Root, Other, _LocalizedCaseInsensitiveContains>
    where Root: PredicateExpression, Other: PredicateExpression, Root.Output == String, Other.Output == String {
        question(root, other, \._localizedCaseInsensitiveContains)
    }
}

extension TextComparison {
    /// `localizedCaseInsensitiveContains(_:)`: by whole characters, whatever the case. Nothing contains an empty string.
    static func localizedCaseInsensitiveContains(_ text: String, _ other: String) -> Bool {
        func folded(_ string: String) -> String {
            var scalars = String.UnicodeScalarView()
            scalars.append(contentsOf: TextFolding.caseKey(string))
            return String(scalars)
        }
        return !other.isEmpty && contains(folded(text), folded(other))
    }
}
