import Foundation
import SwiftData

/// A context of a script, and the objects of it that the program holds.
final class ScriptContext {
    let context: ModelContext
    let undo: UndoManager?
    private var models: [Int: any PersistentModel] = [:]
    fileprivate var labels: [ObjectIdentifier: Int] = [:]
    fileprivate var labelsByIdentifier: [PersistentIdentifier: Int] = [:]

    init(_ container: ModelContainer, hasUndo: Bool) {
        context = ModelContext(container)
        undo = hasUndo ? UndoManager() : nil
        undo?.groupsByEvent = false
        context.undoManager = undo
    }

    /// The object of a number, if the program holds it.
    func held(_ label: Int) -> (any PersistentModel)? { models[label] }

    /// The object of a number; the context is asked for one that the program does not hold.
    func model(_ label: Int, _ runner: ScriptRunner) throws -> any PersistentModel {
        if let model = models[label] { return model }
        guard let identifier = runner.identifiers[label] else {
            throw ScriptDisagreement("\(label) has no identifier")
        }
        let model = context.model(for: identifier)
        adopt(model, label)
        return model
    }

    /// Adds an object, which is held from now on.
    func adopt(_ model: any PersistentModel, _ label: Int) {
        models[label] = model
        labels[ObjectIdentifier(model)] = label
    }

    /// The number of an object.
    /// - Throws: ``ScriptDisagreement`` if it is a second object of a number, or of none.
    func label(of model: any PersistentModel) throws -> Int {
        if let label = labels[ObjectIdentifier(model)] { return label }
        guard let label = labelsByIdentifier[model.persistentModelID] else {
            throw ScriptDisagreement("\(type(of: model)) was not made by the script")
        }
        if models[label] != nil { throw ScriptDisagreement("there are two objects for \(label)") }
        adopt(model, label)
        return label
    }

    /// The objects that have been saved.
    func know(_ identifiers: [Int: PersistentIdentifier]) {
        labelsByIdentifier = [:]
        for (label, identifier) in identifiers { labelsByIdentifier[identifier] = label }
    }

    /// Releases every object that can be fetched again.
    func forget(keeping reference: ReferenceModel) {
        for (label, model) in models where reference.saved[label] != nil {
            labels[ObjectIdentifier(model)] = nil
            models[label] = nil
        }
    }

    /// Releases the objects that no longer belong to the saved rows.
    func forget(notOf identifiers: [Int: PersistentIdentifier]) {
        for (label, model) in models {
            if let identifier = identifiers[label], identifier != model.persistentModelID { forget(label) }
        }
    }

    /// Releases an object.
    func forget(_ label: Int) {
        guard let model = models.removeValue(forKey: label) else { return }
        labels[ObjectIdentifier(model)] = nil
    }
}

extension ScriptContext {
    /// True if no script made the object.
    func isUnknown(_ model: any PersistentModel) -> Bool {
        labels[ObjectIdentifier(model)] == nil && labelsByIdentifier[model.persistentModelID] == nil
    }
}
