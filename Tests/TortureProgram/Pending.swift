import Foundation
import SwiftData
import SwiftDataCore

/// The changes that a context has yet to save: the models, the kinds of their changes, and their values. Nothing is
/// read from a store for it.
struct Pending: Equatable {
    private let lines: [String]

    init(_ context: ModelContext) {
        let unit = context.unit
        lines =
            unit.pending.inserted.values.map { Self.line("inserted", $0, slots: Array($0.values.indices)) }
            + unit.pending.changed.values.map { Self.line("changed", $0, slots: ($0.changes?.slots ?? []).sorted()) }
            + unit.pending.deleted.values.map { Self.line("deleted", $0, slots: []) }
    }

    /// The models of a context, and their order, are the same before and after a save that fails.
    private static func line(_ kind: String, _ state: ModelState, slots: [Int]) -> String {
        let values = slots.map { "\($0)=\(text(state.values[$0]))" }
        let members = (state.changes?.toMany ?? [:]).sorted { $0.key < $1.key }.map { slot, change in
            "\(slot)+\(change.added)-\(change.removed)"
        }
        let model = "\(state.layout.entityName) \(state.identifier) \(state.phase) \(ObjectIdentifier(state))"
        return "\(kind) \(model) \(values) \(members)"
    }

    private static func text(_ value: StoredValue) -> String {
        if case .data(let data) = value { return digest(data) }
        return "\(value)"
    }

    /// The first model that the two have not in common.
    func difference(from other: Pending) -> String? {
        if self == other { return nil }
        return
            "\(Set(lines).subtracting(other.lines).sorted()) in place of \(Set(other.lines).subtracting(lines).sorted())"
    }
}
