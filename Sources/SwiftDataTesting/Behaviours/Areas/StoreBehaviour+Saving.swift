import Foundation
import SwiftData

extension StoreBehaviour {
    static let saving: [StoreBehaviour] = [
        StoreBehaviour("a new store is empty") { store in
            let context = try store.context()
            try expect(try context.all(Port.self).isEmpty, "there are ports")
            try expect(try context.fetchCount(FetchDescriptor<Ship>()), is: 0, "number of ships")
        },
        StoreBehaviour("what was saved is read by another context") { store in
            let context = try store.context()
            context.insert(Sailor("Ada", age: 36))
            try context.save()
            let read = try store.context().all(Sailor.self)
            try expect(read.map(\.name), is: ["Ada"], "names")
            try expect(read.map(\.age), is: [36], "ages")
        },
        StoreBehaviour("what was saved is there when the store is opened again", needs: [.persistence]) { store in
            let context = try store.context()
            context.insert(Sailor("Ada"))
            try context.save()
            try expect(try store.reopened().all(Sailor.self).map(\.name), is: ["Ada"], "names")
        },
        StoreBehaviour("edits and deletions are saved", needs: [.persistence]) { store in
            let context = try store.context()
            let (ada, bob) = (Sailor("Ada"), Sailor("Bob"))
            context.insert(ada)
            context.insert(bob)
            try context.save()
            ada.name = "Ada King"
            context.delete(bob)
            try context.save()
            try expect(try store.reopened().all(Sailor.self).map(\.name), is: ["Ada King"], "names")
        },
        StoreBehaviour("what was not saved is not stored") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            ada.name = "Bob"
            context.insert(Sailor("Eve"))
            try expect(try store.context().all(Sailor.self).map(\.name), is: ["Ada"], "names")
        },
        StoreBehaviour("a save leaves nothing to save") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try expect(context.hasChanges, "hasChanges is false after an insertion")
            try context.save()
            try expect(!context.hasChanges, "hasChanges is true after a save")
            ada.age = 31
            try expect(context.hasChanges && ada.hasChanges, "hasChanges is false after an edit")
            try context.save()
            try expect(!context.hasChanges && !ada.hasChanges, "hasChanges is true after the second save")
        },
        StoreBehaviour("an edit of one property leaves the others as they are stored") { store in
            let context = try store.context()
            context.insert(Sailor("Ada", age: 36))
            try context.save()
            let second = try store.context()
            try expectSome(try second.all(Sailor.self).first, "the sailor").age = 37
            try second.save()
            let read = try expectSome(try store.context().all(Sailor.self).first, "the sailor")
            try expect(read.name, is: "Ada", "name")
            try expect(read.age, is: 37, "age")
        },
        StoreBehaviour("a thousand models are saved at once, in the order in which they came") { store in
            let context = try store.context()
            for number in 0..<1_000 { context.insert(Dock(number)) }
            try context.save()
            let numbers = try store.context().all(Dock.self, by: SortDescriptor(\.number)).map(\.number)
            try expect(numbers, is: Array(0..<1_000), "numbers")
        },
        StoreBehaviour("a rollback drops every unsaved change") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            ada.name = "Bob"
            context.insert(Sailor("Eve"))
            context.rollback()
            try expect(ada.name, is: "Ada", "name")
            try expect(!context.hasChanges, "hasChanges is true")
            try expect(try context.all(Sailor.self).map(\.name), is: ["Ada"], "names")
        },
        StoreBehaviour("a transaction saves") { store in
            let context = try store.context()
            try context.transaction { context.insert(Sailor("Ada")) }
            try expect(try store.context().all(Sailor.self).map(\.name), is: ["Ada"], "names")
        },
        StoreBehaviour("a transaction that throws leaves no trace") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            _ = try expectError("the transaction") {
                try context.transaction {
                    ada.name = "Bob"
                    context.insert(Sailor("Eve"))
                    throw BehaviourFailure(description: "on purpose")
                }
            }
            try expect(ada.name, is: "Ada", "name")
            try expect(try store.context().all(Sailor.self).map(\.name), is: ["Ada"], "names")
        },
        StoreBehaviour("notifications of a save carry the identifiers") { store in
            let context = try store.context()
            let (ada, bob) = (Sailor("Ada"), Sailor("Bob"))
            context.insert(ada)
            context.insert(bob)
            try context.save()
            let posted = Posted()
            let observer = NotificationCenter.default.addObserver(
                forName: ModelContext.didSave,
                object: context,
                queue: nil
            ) { posted.note($0) }
            defer { NotificationCenter.default.removeObserver(observer) }
            ada.age = 40
            context.delete(bob)
            let eve = Sailor("Eve")
            context.insert(eve)
            try context.save()
            try expect(posted.identifiers(.insertedIdentifiers), is: [eve.persistentModelID], "inserted")
            try expect(posted.identifiers(.updatedIdentifiers), is: [ada.persistentModelID], "updated")
            try expect(posted.identifiers(.deletedIdentifiers), is: [bob.persistentModelID], "deleted")
        },
        StoreBehaviour("erase() removes every row", needs: [.erasing]) { store in
            let context = try store.context()
            context.insert(Port("HAM"))
            context.insert(Tanker("Erika", volume: 5))
            try context.save()
            try store.container().erase()
            try expect(try store.context().all(Port.self).count, is: 0, "number of ports")
            try expect(try store.context().all(Ship.self).count, is: 0, "number of ships")
        },
        StoreBehaviour("a saved model survives that its context goes") { store in
            let ada = Sailor("Ada")
            do {
                let context = try store.context()
                context.insert(ada)
                try context.save()
            }
            try expect(ada.name, is: "Ada", "name")
            try expect(!ada.persistentModelID.isTemporary, "the identifier is temporary")
        },
    ]
}

/// The content of a notification.
///
/// `@unchecked Sendable` without a lock: it is posted on the thread that saves, which is the behaviour's.
private final class Posted: @unchecked Sendable {
    private var info: [AnyHashable: Any] = [:]

    func note(_ notification: Notification) { info = notification.userInfo ?? [:] }

    func identifiers(_ key: ModelContext.NotificationKey) -> [PersistentIdentifier] {
        info[key.rawValue] as? [PersistentIdentifier] ?? []
    }
}
