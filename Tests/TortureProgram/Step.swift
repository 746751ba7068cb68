import Foundation
import SwiftData
import SwiftDataCore

/// A part of a script that is one commit, or none.
struct Step: Sendable {
    let name: String
    /// False where the closure is the whole of it.
    let saves: Bool
    let edit: @Sendable (Session) throws -> Void
    let change: @Sendable (inout Reference) -> Void

    /// Changes of models, which are saved afterwards.
    static func save(
        _ name: String,
        _ edit: @escaping @Sendable (Session) throws -> Void,
        _ change: @escaping @Sendable (inout Reference) -> Void
    ) -> Step {
        Step(name: name, saves: true, edit: edit, change: change)
    }

    /// A call that writes by itself.
    static func call(
        _ name: String,
        _ edit: @escaping @Sendable (Session) throws -> Void,
        _ change: @escaping @Sendable (inout Reference) -> Void = { _ in }
    ) -> Step {
        Step(name: name, saves: false, edit: edit, change: change)
    }
}
