import Foundation
import SwiftData

extension StoreBehaviour {
    static let identity: [StoreBehaviour] = [
        StoreBehaviour("a save gives a permanent identifier of the store") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try expect(ada.persistentModelID.isTemporary, "the identifier is permanent before the save")
            try context.save()
            let identifier = ada.persistentModelID
            try expect(!identifier.isTemporary, "the identifier is temporary after the save")
            try expect(identifier.entityName, is: "Sailor", "entity")
            try expect(identifier.storeIdentifier != nil, "the identifier names no store")
            ada.age += 1
            try context.save()
            try expect(ada.persistentModelID, is: identifier, "identifier after another save")
        },
        StoreBehaviour("a temporary identifier leads to the saved model") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            let temporary = ada.persistentModelID
            try context.save()
            try expect(context.model(for: temporary) === ada, "another model")
            let registered: Sailor? = context.registeredModel(for: ada.persistentModelID)
            try expect(registered === ada, "another registered model")
        },
        StoreBehaviour("there is one object for an identifier in a context") { store in
            let context = try store.context()
            context.insert(Sailor("Ada"))
            try context.save()
            let other = try store.context()
            let first = try expectSome(try other.all(Sailor.self).first, "the sailor")
            let second = try expectSome(try other.all(Sailor.self).first, "the sailor")
            try expect(first === second, "two objects")
            try expect(other.model(for: first.persistentModelID) === first, "model(for:) has another")
        },
        StoreBehaviour(
            "an identifier is the same in every context, and when the store is opened again",
            needs: [.persistence]
        ) {
            store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            let identifier = ada.persistentModelID
            try expect(try store.context().all(Sailor.self).map(\.persistentModelID), is: [identifier], "other context")
            try expect(try store.reopened().all(Sailor.self).map(\.persistentModelID), is: [identifier], "reopened")
        },
        StoreBehaviour("an identifier can be encoded and decoded") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            let coded = try JSONEncoder().encode(ada.persistentModelID)
            let decoded = try JSONDecoder().decode(PersistentIdentifier.self, from: coded)
            try expect(decoded, is: ada.persistentModelID, "identifier")
            let model = try store.context().model(for: decoded) as? Sailor
            try expect(model?.name, is: "Ada", "name")
        },
        StoreBehaviour("a fault loads when it is read") { store in
            let context = try store.context()
            let port = Port("HAM", name: "Hamburg")
            port.docks = [Dock(1)]
            context.insert(port)
            try context.save()
            let other = try store.context()
            let fault = other.model(for: port.persistentModelID) as? Port
            try expect(fault?.name, is: "Hamburg", "name")
            try expect(fault?.docks.map(\.number), is: [1], "docks")
            let dock = other.model(for: port.docks[0].persistentModelID) as? Dock
            try expect(dock?.port === fault, "the port of the dock is another object")
        },
        StoreBehaviour("what nobody holds is let go, and read again as it was saved") { store in
            let context = try store.context()
            weak var released: Sailor?
            do {
                let ada = Sailor("Ada")
                context.insert(ada)
                try context.save()
                released = ada
            }
            try expect(released == nil, "the model is kept")
            try expect(try context.all(Sailor.self).map(\.name), is: ["Ada"], "names")
        },
        StoreBehaviour("what has unsaved changes is kept") { store in
            let context = try store.context()
            weak var kept: Sailor?
            do {
                let ada = Sailor("Ada")
                context.insert(ada)
                try context.save()
                ada.age = 99
                kept = ada
            }
            try expect(kept != nil, "the model is gone")
            try context.save()
            try expect(try store.context().all(Sailor.self).map(\.age), is: [99], "ages")
        },
        StoreBehaviour("an identifier without a row reads as an empty model, not as a trap") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            let identifier = ada.persistentModelID
            context.delete(ada)
            try context.save()
            let model = try store.context().model(for: identifier) as? Sailor
            _ = model?.name
            let registered: Sailor? = try store.context().registeredModel(for: identifier)
            try expect(registered == nil, "a deleted model is registered")
        },
    ]
}
