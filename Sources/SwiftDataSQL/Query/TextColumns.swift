import SwiftDataCore

/// A column with strings.
package struct TextColumn: Hashable, Sendable {
    package let table: String
    package let column: String

    package init(table: String, column: String) {
        self.table = table
        self.column = column
    }
}

/// What is known of the columns with strings while a statement is made, and what it would help to know.
final class TextColumns {
    /// The columns in which every string is in composed form (NFC): their bytes are in Swift's order.
    private let composed: Set<TextColumn>
    private let names: any LayoutNames
    /// The columns of which it was asked.
    private(set) var asked: Set<TextColumn> = []

    init(composed: Set<TextColumn>, names: any LayoutNames) {
        self.names = names
        self.composed = composed
    }

    /// Whether the strings that a value can have are all composed: a column that is known for it, or a constant, which
    /// is bound in composed form then.
    func isComposed(_ value: SQLScalar) -> Bool {
        if value.constantText != nil { return true }
        guard let column = value.column, value.fragment.bindings.isEmpty,
            value.fragment.sql.hasSuffix("." + names.quoted(column.column))
        else { return false }
        asked.insert(column)
        return composed.contains(column)
    }
}

extension SQLScalar {
    var constantText: String? {
        if case .string(let text)? = constant { text } else { nil }
    }

    /// The value for a comparison by bytes with composed strings.
    var composedFragment: SQLFragment {
        guard let text = constantText else { return fragment }
        return SQLFragment(binding: .string(CanonicalForms.composed(text)), kind)
    }
}
