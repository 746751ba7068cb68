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

/// The facts about string columns that are known while a statement is made, and the facts that would help.
final class TextColumns {
    /// The columns in which every string is in composed form (NFC). Their bytes are in Swift's order.
    private let composed: Set<TextColumn>
    private let names: any LayoutNames
    /// The columns that the translation has asked about.
    private(set) var asked: Set<TextColumn> = []

    init(composed: Set<TextColumn>, names: any LayoutNames) {
        self.names = names
        self.composed = composed
    }

    /// True if all strings that a value can have are composed. That holds for a column that is known to be composed,
    /// and for a constant, which is bound in composed form.
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
