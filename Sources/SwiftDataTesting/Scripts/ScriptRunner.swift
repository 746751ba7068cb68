import Foundation
package import SwiftData
import SwiftDataCore

/// Does the steps of a script with a container and with the reference model, and compares them after each.
package final class ScriptRunner {
    let setting: RandomScript.Setting
    private let folder: ScriptFolder?
    private let makeContainer: (ModelConfiguration, Schema) throws -> ModelContainer
    let callProgram: ScriptTrial.CallProgram?
    let doors: ScriptDoors
    private(set) var container: ModelContainer
    private(set) var active: ScriptContext
    private var other: ScriptContext?
    package private(set) var reference: ReferenceModel
    /// The identifiers of the saved objects.
    var identifiers: [Int: PersistentIdentifier] = [:]
    /// The number of times that each kind of step was done.
    package private(set) var counts: [String: Int] = [:]
    /// True if another process has written rows that the other context has not fetched.
    private var hasForeignRows = false

    package init(
        _ setting: RandomScript.Setting,
        mistake: ReferenceModel.Mistake? = nil,
        gaps: ScriptGaps = .known,
        makeContainer: @escaping (ModelConfiguration, Schema) throws -> ModelContainer = {
            try ModelContainer(for: $1, configurations: [$0])
        },
        callProgram: ScriptTrial.CallProgram? = nil
    ) throws {
        self.setting = setting
        self.callProgram = callProgram
        self.makeContainer = makeContainer
        doors = ScriptDoors()
        folder = setting.isFile ? try ScriptFolder() : nil
        let container = try Self.open(folder, makeContainer)
        self.container = container
        let keepsByKey = container.core.stores.allSatisfy(\.keepsMembersByKey)
        reference = ReferenceModel(mistake: mistake, gaps: keepsByKey ? gaps : gaps.union(.oneOwner))
        active = ScriptContext(container, hasUndo: setting.hasUndo)
    }

    private static func open(
        _ folder: ScriptFolder?,
        _ make: (ModelConfiguration, Schema) throws -> ModelContainer
    ) throws -> ModelContainer {
        let configuration =
            folder.map { ModelConfiguration(url: $0.file) } ?? ModelConfiguration(isStoredInMemoryOnly: true)
        return try make(configuration, Schema(ScriptDoors.types))
    }

    /// Does a step, if it makes sense, and compares.
    /// - Throws: ``ScriptDisagreement``.
    package func run(_ step: ScriptStep) throws {
        guard reference.applies(step), canPerform(step) else { return }
        counts[step.kind, default: 0] += 1
        let former = reference
        reference.apply(step)
        let undone = active.undo?.undoCount ?? 0
        if step.isGroup { active.undo?.beginUndoGrouping() }
        try perform(step, former)
        if step.isGroup { active.undo?.endUndoGrouping() }
        if step.isGroup, !reference.joined.isEmpty { active.undo?.removeAllActions() }
        if let undo = active.undo, step.isGroup {
            if undo.undoCount > undone {
                reference.registerUndo(of: former.view)
            } else if step.isEdit, former.view.attachedPart != reference.view.attachedPart {
                throw ScriptDisagreement("the step cannot be undone")
            }
        }
        try compare(after: step)
    }

    /// Compares the remaining parts when the last step has been done.
    package func finish() throws {
        try compareEverything()
        try compareStore()
    }

    // MARK: Steps

    /// True if the program has the objects that a step needs. An object whose deletion was saved is nowhere else, and
    /// its values are unknown if it was not read before.
    private func canPerform(_ step: ScriptStep) -> Bool {
        let isDefault = ScriptStoreInspection(container) != nil
        switch step {
        case .otherProgram: return callProgram != nil || isDefault && path != nil && ScriptProgram.file != nil
        // Other stores may leave the deletion to the context, which saves all edits with it.
        case .writeElsewhere, .deleteAll: return isDefault
        default: break
        }
        // An object that is not in the context can be got from the program only.
        let isLost = step.labels.contains { label in
            reference.view.nodes[label].map { $0.state != .alive } ?? false && active.held(label) == nil
        }
        if isLost { return false }
        guard case .insert(let label) = step, reference.view.nodes[label]?.state == .dead,
            reference.saved[label] == nil
        else { return true }
        return active.held(label) != nil && !setting.isLazy
    }

    func perform(_ step: ScriptStep, _ former: ReferenceModel) throws {
        switch step {
        case .make(let label, let entity, let values, let owner):
            let model = doors.make(entity, values, of: try owner.map { try active.model($0, self) })
            active.adopt(model, label)
            // Partners given to an initializer are linked when the object is used for the first time.
            _ = model.hasChanges
        case .insert(let label): doors.insert(try active.model(label, self), active.context)
        case .set(let label, let name, let value):
            let model = try active.model(label, self)
            let entity = try entity(of: model)
            guard let index = entity.attribute(name) else { throw ScriptDisagreement("\(entity) has no \(name)") }
            doors.attributes[entity]?[index].write(model, value)
        case .point(let label, let name, let target): try write(label, name, target.map { [$0] } ?? [])
        case .replace(let label, let name, let targets): try write(label, name, targets)
        case .append(let label, let name, let target):
            let model = try active.model(label, self)
            try link(of: model, name).append(model, active.model(target, self))
        case .remove(let label, let name, let target):
            let model = try active.model(label, self)
            try link(of: model, name).remove(model, active.model(target, self))
        case .delete(let label): doors.delete(try active.model(label, self), active.context)
        case .deleteAll(let entity, let name, let value, let subclasses):
            try deleteAll(entity, value, subclasses, former.problemDeleting(entity, name, value, subclasses))
        case .save: try save(former.problem) { try active.context.save() }
        case .autosave: try autosave(former.problem)
        case .transaction(let steps, let fails): try transaction(steps, fails, former)
        case .rollback: active.context.rollback()
        case .undo: active.undo?.undo()
        case .redo: active.undo?.redo()
        case .forget: active.forget(keeping: reference)
        case .fetch(let entity): try fetch(entity)
        case .find(let age): try find(age)
        case .switchContext: try switchContext()
        case .writeElsewhere(let label, let name, let value): try writeElsewhere(label, name, value)
        case .otherProgram(let step): try runOtherProgram(step, former)
        case .reopen: try reopen()
        }
    }

    /// The entity of a model. The reference model no longer has an object that turns out to be another one at the end of the
    /// transaction whose steps are done.
    private func entity(of model: any PersistentModel) throws -> ScriptEntity {
        let name = model.persistentModelID.entityName
        guard let entity = ScriptEntity(rawValue: name.lowercased()) else {
            throw ScriptDisagreement("\(name) is no entity of scripts")
        }
        return entity
    }

    private func link(of model: any PersistentModel, _ name: String) throws -> ScriptDoors.Link {
        let entity = try entity(of: model)
        guard let index = entity.link(name), let link = doors.links[entity]?[index] else {
            throw ScriptDisagreement("\(entity) has no \(name)")
        }
        return link
    }

    private func write(_ label: Int, _ name: String, _ targets: [Int]) throws {
        let model = try active.model(label, self)
        try link(of: model, name).write(model, targets.map { try active.model($0, self) })
    }

    func deleteAll(
        _ entity: ScriptEntity,
        _ value: ScriptValue,
        _ subclasses: Bool,
        _ problem: ReferenceModel.Problem?
    ) throws {
        guard let batch = ScriptDoors.batches[entity.rawValue] else { return }
        let isRefused = try refusal(problem) { try batch.delete(active.context, value, subclasses) }
        guard !isRefused else { return }
        active.undo?.removeAllActions()
        forgetIdentifiers()
    }

    private func switchContext() throws {
        let next = other ?? ScriptContext(container, hasUndo: setting.hasUndo)
        other = active
        active = next
        active.undo?.removeAllActions()
        active.forget(notOf: identifiers)
        active.know(identifiers)
        active.context.processPendingChanges()
        guard hasForeignRows else { return }
        hasForeignRows = false
        for entity in ScriptEntity.allCases { _ = try doors.fetch(entity, active.context) }
    }

    /// The file of the store, if there is one.
    var path: String? { setting.isFile ? container.configurations.first?.url.path : nil }

    /// Contexts that have read nothing.
    func renewContexts() {
        active = ScriptContext(container, hasUndo: setting.hasUndo)
        other = nil
        hasForeignRows = false
    }

    private func reopen() throws {
        active = ScriptContext(container, hasUndo: setting.hasUndo)
        other = nil
        if folder != nil {
            container = try Self.open(folder, makeContainer)
            active = ScriptContext(container, hasUndo: setting.hasUndo)
        }
        active.know(identifiers)
    }

    private func writeElsewhere(_ label: Int, _ name: String, _ value: ScriptValue) throws {
        guard let entity = reference.view.nodes[label]?.entity, let identifier = identifiers[label] else { return }
        try ScriptStoreInspection(container)?.write(value, to: name, of: identifier)
        // Rows that another process wrote are seen when they are fetched.
        active.undo?.removeAllActions()
        hasForeignRows = other != nil
        try fetch(entity)
    }

    // MARK: Fetching

    private func fetch(_ entity: ScriptEntity) throws {
        let expected = reference.view.alive.filter { reference.view.nodes[$0]?.entity.isKind(of: entity) ?? false }
        try expect(expected, try doors.fetch(entity, active.context), "fetching \(entity)")
    }

    private func find(_ age: Int) throws {
        let expected = reference.view.alive.filter { label in
            guard let node = reference.view.nodes[label], node.entity.isKind(of: .artist),
                case .integer(let own) = node.values[1]
            else { return false }
            return own >= age
        }
        let descriptor = FetchDescriptor<Artist>(predicate: #Predicate { artist in artist.age >= age })
        try expect(expected, try active.context.fetch(descriptor), "finding artists of \(age) and more")
    }

    private func expect(_ labels: [Int], _ models: [any PersistentModel], _ what: String) throws {
        let found = try models.map { try active.label(of: $0) }
        guard found.sorted() == labels else {
            throw ScriptDisagreement("\(what) found \(found.sorted()) instead of \(labels)")
        }
    }
}

extension ScriptStep {
    /// True if the step is an edit of the context in use.
    fileprivate var isEdit: Bool {
        switch self {
        case .make, .insert, .set, .point, .replace, .append, .remove, .delete: true
        default: false
        }
    }

    var isUndoing: Bool {
        switch self {
        case .undo, .redo: true
        default: false
        }
    }

    /// True if the changes of the step are one group of undo actions.
    fileprivate var isGroup: Bool {
        switch self {
        case .undo, .redo, .switchContext, .otherProgram, .reopen: false
        default: true
        }
    }
}

extension ReferenceGraph {
    /// The objects in the context.
    package var attachedPart: [Int: Node] { nodes.filter { $0.value.state == .alive } }
}
