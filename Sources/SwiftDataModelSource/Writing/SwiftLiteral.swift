import SwiftDataCore
import SwiftDataSQL

/// Default values as Swift expressions.
struct SwiftLiteral {
    let types: SwiftTypes
    /// True if the defaults were evaluated when SwiftData made the store.
    let isFromStore: Bool

    /// An expression for a value in one column; nil where there is none.
    func plain(_ value: StoredValue, _ kind: AttributeKind, isOptional: Bool) -> String? {
        guard let form = value.entry, form.kind == kind.entry?.forms.first else { return nil }
        let entry = kind == .boolean ? kind.entry : form
        let context = LiteralContext(isFromStore: isFromStore, isOptional: isOptional) { [types] in types.named($0) }
        return entry?.literal(value, context)
    }

    static func string(_ text: String) -> String { LiteralContext.string(text) }
}
