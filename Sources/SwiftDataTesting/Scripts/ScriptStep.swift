/// One step of a random script. Objects are called by number.
///
/// A step that makes no sense any more, since an earlier one was removed from the script, does nothing.
package indirect enum ScriptStep: Hashable, Sendable {
    /// Makes an object in no context. A frame needs the work that it is for.
    case make(Int, ScriptEntity, [ScriptValue], of: Int? = nil)
    /// Inserts an object that is in no context, or that was deleted, whether that was saved or not.
    case insert(Int)
    case set(Int, String, ScriptValue)
    /// Points a to-one relationship at an object, or at none.
    case point(Int, String, Int?)
    /// Replaces the members of a to-many relationship.
    case replace(Int, String, [Int])
    case append(Int, String, Int)
    case remove(Int, String, Int)
    case delete(Int)
    /// Deletes the objects with a value, in memory and in the store.
    case deleteAll(ScriptEntity, String, ScriptValue, subclasses: Bool)
    case save
    /// The moment of an autosave.
    case autosave
    /// Edits and saves; an edit that fails in the middle, or is refused, leaves no trace.
    case transaction([ScriptStep], fails: Bool)
    case rollback
    case undo
    case redo
    /// The program releases every object.
    case forget
    /// Fetches every object of an entity.
    case fetch(ScriptEntity)
    /// Fetches the artists of an age and more.
    case find(Int)
    /// Continues in the other context of the container, which may have unsaved edits of its own, as may this one.
    case switchContext
    /// Another process writes a value. Its row is read again after that.
    case writeElsewhere(Int, String, ScriptValue)
    /// Another program makes, changes or deletes a model. Nothing is unsaved, and both contexts are replaced by new
    /// ones.
    case otherProgram(ScriptStep)
    /// Drops container and context, and opens the store again.
    case reopen

    /// The step as Swift code.
    package var swiftCode: String {
        switch self {
        case .make(let label, let entity, let values, let owner):
            ".make(\(label), .\(entity), [\(values.map(\.swiftCode).joined(separator: ", "))]"
                + (owner.map { ", of: \($0)" } ?? "") + ")"
        case .insert(let label): ".insert(\(label))"
        case .set(let label, let name, let value): ".set(\(label), \"\(name)\", \(value.swiftCode))"
        case .point(let label, let name, let target):
            ".point(\(label), \"\(name)\", \(target.map { "\($0)" } ?? "nil"))"
        case .replace(let label, let name, let targets): ".replace(\(label), \"\(name)\", \(targets))"
        case .append(let label, let name, let target): ".append(\(label), \"\(name)\", \(target))"
        case .remove(let label, let name, let target): ".remove(\(label), \"\(name)\", \(target))"
        case .delete(let label): ".delete(\(label))"
        case .deleteAll(let entity, let name, let value, let subclasses):
            ".deleteAll(.\(entity), \"\(name)\", \(value.swiftCode), subclasses: \(subclasses))"
        case .transaction(let steps, let fails):
            ".transaction([\(steps.map(\.swiftCode).joined(separator: ", "))], fails: \(fails))"
        case .fetch(let entity): ".fetch(.\(entity))"
        case .find(let age): ".find(\(age))"
        case .writeElsewhere(let label, let name, let value):
            ".writeElsewhere(\(label), \"\(name)\", \(value.swiftCode))"
        case .otherProgram(let step): ".otherProgram(\(step.swiftCode))"
        default: ".\(kind)"
        }
    }

    /// The name of the step.
    package var kind: String {
        switch self {
        case .make: "make"
        case .insert: "insert"
        case .set: "set"
        case .point: "point"
        case .replace: "replace"
        case .append: "append"
        case .remove: "remove"
        case .delete: "delete"
        case .deleteAll: "deleteAll"
        case .save: "save"
        case .autosave: "autosave"
        case .transaction(_, let fails): fails ? "failingTransaction" : "transaction"
        case .rollback: "rollback"
        case .undo: "undo"
        case .redo: "redo"
        case .forget: "forget"
        case .fetch: "fetch"
        case .find: "find"
        case .switchContext: "switchContext"
        case .writeElsewhere: "writeElsewhere"
        case .otherProgram: "otherProgram"
        case .reopen: "reopen"
        }
    }
}
