import Foundation
package import SwiftDataCore

extension QueryNode {
    /// The kinds of the node and of all below it, as often as they occur.
    package func countKinds(_ counts: inout [String: Int]) {
        for kind in kinds { counts[kind, default: 0] += 1 }
        for child in children { child.countKinds(&counts) }
    }

    /// True if Foundation evaluates the node by our comparison of text, since it has no node of its own. The oracle of these
    /// comparisons is ICU: `TextOracleTests`.
    var comparesTextByLibrary: Bool {
        var counts: [String: Int] = [:]
        countKinds(&counts)
        let ours: [QueryText.Operator] = [
            .localizedStandardContains, .localizedCompare, .localizedStandardCompare, .caseInsensitiveCompare,
        ]
        return ours.contains { counts["text.\($0.rawValue)"] != nil }
    }

    private var kinds: [String] {
        switch self {
        case .value(let value): if case .null = value.stored { ["nil"] } else { ["value"] }
        case .list: ["list"]
        case .variable(let variable): [variable == .root ? "variable.root" : "variable.closure"]
        case .property(let node): [node.entityName == nil ? "property.member" : "property.\(node.role.rawValue)"]
        case .identifier: ["identifier"]
        case .comparison(let node): ["comparison.\(node.op.rawValue)"]
        case .logic(.and): ["logic.and"]
        case .logic(.or): ["logic.or"]
        case .logic(.not): ["logic.not"]
        case .optional(.flatMap): ["optional.flatMap"]
        case .optional(.coalesce): ["optional.coalesce"]
        case .optional(.unwrap): ["optional.unwrap"]
        case .conditional: ["conditional"]
        case .arithmetic(.binary(let op, let number, _, _)): ["arithmetic.\(op.rawValue)", "number.\(number.rawValue)"]
        case .arithmetic(.negate(let number, _)): ["arithmetic.negate", "number.\(number.rawValue)"]
        case .text(.binary(let op, _, _)): ["text.\(op.rawValue)"]
        case .text(.unary(let transform, _)): ["text.\(transform.rawValue)"]
        case .text(.matches): ["text.matches"]
        case .text(.search): ["text.search"]
        case .bytes(.contains): ["bytes.contains"]
        case .bytes(.startsWith): ["bytes.startsWith"]
        case .part(let node): ["part.\(node.kind.rawValue)"]
        case .calendar: ["calendar"]
        case .collection(let node): ["collection.\(node.kind)"]
        case .range(let node): [node.kind]
        case .lookup(let node): [node.fallback == nil ? "lookup" : "lookup.default"]
        case .cast(let node): ["cast.\(node.op.rawValue)"]
        case .unsupported: ["unsupported"]
        }
    }

    /// The kinds of nodes that a run has to cover.
    package static var allKinds: [String] {
        ["nil", "value", "list", "variable.root", "variable.closure", "identifier", "conditional", "unsupported"]
            + ["member", "attribute", "toOne", "toMany"].map { "property.\($0)" }
            + ["equal", "notEqual", "less", "lessOrEqual", "greater", "greaterOrEqual"].map { "comparison.\($0)" }
            + ["logic.and", "logic.or", "logic.not"]
            + ["optional.flatMap", "optional.coalesce", "optional.unwrap"]
            + ["add", "subtract", "multiply", "divide", "remainder", "negate"].map { "arithmetic.\($0)" }
            + [
                "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double", "decimal",
            ].map { "number.\($0)" }
            + [
                "contains", "startsWith", "endsWith", "localizedStandardContains", "localizedCompare",
                "localizedStandardCompare", "caseInsensitiveCompare", "lowercased", "uppercased", "trimmed", "count",
                "isEmpty", "matches",
            ].map { "text.\($0)" }
            + [
                "contains", "containsWhere", "allSatisfy", "filter", "count", "isEmpty", "minimum", "maximum",
                "element",
            ].map { "collection.\($0)" }
            + [
                "secondsSinceReferenceDate", "secondsSince1970", "dateSinceReferenceDate", "absoluteString",
                "uuidString",
            ].map { "part.\($0)" }
            + ["calendar", "bytes.contains", "bytes.startsWith"]
            + ["range.closed", "range.halfOpen", "range.from", "range.through", "range.upTo"]
            + ["lookup", "lookup.default", "cast.check", "cast.conditional", "cast.forced"]
    }

    /// The constants in the tree, from left to right, for a message about a test's own data.
    package var constants: [String] {
        switch self {
        case .value(let value): [value.stored.text]
        case .list(let values): ["\(values.map(\.stored.text))"]
        case .lookup(let node):
            ["\(node.entries.map { "\($0.key.stored.text): \($0.value.stored.text)" })"] + children.flatMap(\.constants)
        default: children.flatMap(\.constants)
        }
    }
}

extension StoredValue {
    /// Foundation cannot describe a date that is no number.
    fileprivate var text: String {
        switch self {
        case .date(let date): "date(\(date.timeIntervalSinceReferenceDate))"
        case .identifier(let identifier): "\(identifier.entityName) \(identifier.row ?? -1)"
        case .composite(let values): "composite(\(values.map(\.text)))"
        default: "\(self)"
        }
    }
}

extension QueryCollection {
    fileprivate var kind: String {
        switch self {
        case .contains: "contains"
        case .containsWhere: "containsWhere"
        case .allSatisfy: "allSatisfy"
        case .filter: "filter"
        case .count: "count"
        case .isEmpty: "isEmpty"
        case .minimum: "minimum"
        case .maximum: "maximum"
        case .element: "element"
        }
    }
}

extension QueryRange {
    fileprivate var kind: String {
        if upper == nil { return "range.from" }
        if lower == nil { return includesUpper ? "range.through" : "range.upTo" }
        return includesUpper ? "range.closed" : "range.halfOpen"
    }
}
