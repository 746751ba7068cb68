import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync

/// The program of a device: it edits models, each time by a context of its own.
final class SimulatedProgram: Sendable {
    struct State {
        var container: ModelContainer?
        var isOld = false
        var written = WrittenValues()
    }

    let device: Int
    let state = Locked(State())

    init(device: Int) { self.device = device }

    /// Makes an edit and saves it. A save that a unique value refuses has no effect.
    func perform(_ step: SimulatedStep, _ number: Int) throws {
        let (container, isOld) = state.withLock { ($0.container, $0.isOld) }
        guard let container else { return }
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let edit = SimulatedEdit(context: context, name: "v\(device).\(number)", step: step)
        do {
            if isOld { try edit.performOld() } else { try edit.perform() }
            try context.save()
        } catch let error as StoreError where error.code == .constraint {
            return
        }
        let rows = edit.deletes ? try Self.rows(container, isOld) : nil
        state.withLock { state in
            for note in edit.notes {
                let row = note.model.persistentModelID
                if note.isUnique {
                    state.written.note(edit.name, note.property, of: row)
                } else {
                    state.written.forget(note.property, of: row)
                }
            }
            if let rows { state.written.keep(rows) }
        }
    }

    private static func rows(_ container: ModelContainer, _ isOld: Bool) throws -> Set<PersistentIdentifier> {
        let context = ModelContext(container)
        func rows<Model: PersistentModel>(_ type: Model.Type) throws -> [PersistentIdentifier] {
            try context.fetchIdentifiers(FetchDescriptor<Model>())
        }
        var found: [PersistentIdentifier] = []
        for type in isOld ? OldModels.all : simulatedModels { found += try rows(type) }
        return Set(found)
    }
}
