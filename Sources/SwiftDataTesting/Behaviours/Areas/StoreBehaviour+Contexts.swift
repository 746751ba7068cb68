import Foundation
import SwiftData

extension StoreBehaviour {
    static let contexts: [StoreBehaviour] = [
        StoreBehaviour("a save is seen by the other contexts, unsaved edits stay") { store in
            let context = try store.context()
            context.insert(Sailor("Ada", age: 36))
            try context.save()
            let other = try store.context()
            let mine = try expectSome(try context.all(Sailor.self).first, "the sailor")
            let theirs = try expectSome(try other.all(Sailor.self).first, "the sailor")
            mine.age = 40
            theirs.name = "Ada King"
            try other.save()
            context.processPendingChanges()
            try expect(mine.name, is: "Ada King", "name")
            try expect(mine.age, is: 40, "age")
            try context.save()
            let read = try expectSome(try store.context().all(Sailor.self).first, "the sailor")
            try expect(read.name, is: "Ada King", "stored name")
            try expect(read.age, is: 40, "stored age")
        },
        StoreBehaviour("a model that another context deletes keeps its last values") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            let other = try store.context()
            other.delete(try expectSome(try other.all(Sailor.self).first, "the sailor"))
            try other.save()
            context.processPendingChanges()
            try expect(ada.name, is: "Ada", "name")
            try expect(ada.modelContext == nil, "the model has a context")
            try expect(try context.all(Sailor.self).count, is: 0, "sailors")
        },
        StoreBehaviour("two contexts add to one relationship") { store in
            let context = try store.context()
            context.insert(Port("HAM"))
            try context.save()
            let other = try store.context()
            let mine = try expectSome(try context.all(Port.self).first, "the port")
            let theirs = try expectSome(try other.all(Port.self).first, "the port")
            mine.docks.append(Dock(1))
            theirs.docks.append(Dock(2))
            try other.save()
            try context.save()
            let read = try expectSome(try store.context().all(Port.self).first, "the port")
            try expect(Set(read.docks.map(\.number)), is: [1, 2], "docks")
        },
        StoreBehaviour(
            "containers that are open together read what the others save",
            needs: [.persistence, .severalContainers]
        ) {
            store in
            let context = try store.context()
            let other = ModelContext(try store.anotherContainer())
            other.autosaveEnabled = false
            context.insert(Sailor("Ada"))
            try context.save()
            try expect(try other.all(Sailor.self).map(\.name), is: ["Ada"], "names")
            other.insert(Sailor("Bob"))
            try other.save()
            let names = try context.all(Sailor.self, by: SortDescriptor(\.name)).map(\.name)
            try expect(names, is: ["Ada", "Bob"], "names")
        },
        StoreBehaviour(
            "an update of a row that is gone is refused",
            needs: [.persistence, .severalContainers, .missingRows]
        ) {
            store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            let other = ModelContext(try store.anotherContainer())
            other.delete(try expectSome(try other.all(Sailor.self).first, "the sailor"))
            try other.save()
            ada.age = 99
            var refusal: (any Error)?
            do { try context.save() } catch { refusal = error }
            if let refusal {
                try expect((refusal as? StoreError)?.code == .missingRow, "the error is \(refusal)")
            } else {
                // A store that notices the saves of other containers may have reported it before.
                try expect(ada.modelContext == nil, "the save did not throw, and the model is still there")
            }
        },
        StoreBehaviour("models of another context are refused") { store in
            let context = try store.context()
            let other = try store.context()
            let port = Port("HAM")
            context.insert(port)
            try context.save()
            let dock = Dock(1)
            other.insert(dock)
            dock.port = port
            let error = try expectError("the save") { try other.save() }
            try expect((error as? StoreError)?.code == .foreignContext, "the error is \(error)")
        },
    ]

    static let undoing: [StoreBehaviour] = [
        StoreBehaviour("undo and redo of an edit, before and after a save") { store in
            let context = try store.context()
            context.undoManager = UndoManager()
            let ada = Sailor("Ada", age: 36)
            context.insert(ada)
            try context.save()
            context.undoManager?.removeAllActions()
            ada.age = 37
            context.processPendingChanges()
            try context.save()
            context.undoManager?.undo()
            try expect(ada.age, is: 36, "age after undo")
            try context.save()
            try expect(try store.context().all(Sailor.self).map(\.age), is: [36], "stored age")
            context.undoManager?.redo()
            try expect(ada.age, is: 37, "age after redo")
        },
        StoreBehaviour("undo of a deletion brings the whole graph back") { store in
            let context = try store.context()
            context.undoManager = UndoManager()
            let port = Port("HAM")
            port.docks = [Dock(2), Dock(1)]
            context.insert(port)
            try context.save()
            context.undoManager?.removeAllActions()
            context.delete(port)
            context.processPendingChanges()
            context.undoManager?.undo()
            try expect(port.docks.map(\.number), is: [2, 1], "docks in memory")
            try context.save()
            let read = try expectSome(try store.context().all(Port.self).first, "the port")
            try expect(read.docks.map(\.number), is: [2, 1], "docks in the store")
        },
        StoreBehaviour("undo of a deletion after its save stores the model again") { store in
            let context = try store.context()
            context.undoManager = UndoManager()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            context.undoManager?.removeAllActions()
            context.delete(ada)
            context.processPendingChanges()
            try context.save()
            context.undoManager?.undo()
            try context.save()
            try expect(try store.context().all(Sailor.self).map(\.name), is: ["Ada"], "names")
        },
    ]
}
