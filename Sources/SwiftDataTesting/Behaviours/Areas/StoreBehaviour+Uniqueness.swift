import Foundation
import SwiftData

extension StoreBehaviour {
    static let uniqueness: [StoreBehaviour] = [
        StoreBehaviour("a new model with a stored unique value updates the stored one", needs: [.uniqueness]) { store in
            let context = try store.context()
            context.insert(Port("HAM", name: "old"))
            try context.save()
            let second = try store.context()
            let newcomer = Port("HAM", name: "new")
            second.insert(newcomer)
            try second.save()
            let read = try store.context().all(Port.self)
            try expect(read.map(\.name), is: ["new"], "names")
            try expect(newcomer.persistentModelID, is: read[0].persistentModelID, "identifier")
        },
        StoreBehaviour("the registered object takes the values of the newcomer", needs: [.uniqueness]) { store in
            let context = try store.context()
            let first = Port("HAM", name: "old")
            context.insert(first)
            try context.save()
            context.insert(Port("HAM", name: "new"))
            try context.save()
            try expect(first.name, is: "new", "name")
            try expect(try context.all(Port.self).count, is: 1, "ports")
        },
        StoreBehaviour("two new models with one unique value become one", needs: [.uniqueness]) { store in
            let context = try store.context()
            context.insert(Port("HAM", name: "first"))
            context.insert(Port("HAM", name: "second"))
            try context.save()
            try expect(try store.context().all(Port.self).map(\.name), is: ["second"], "names")
        },
        StoreBehaviour("unique strings clash byte for byte", needs: [.uniqueness]) { store in
            let context = try store.context()
            context.insert(Port("Caf\u{E9}"))
            context.insert(Port("Cafe\u{301}"))
            context.insert(Port("CAF\u{E9}"))
            try context.save()
            try expect(try store.context().all(Port.self).count, is: 3, "ports")
        },
        StoreBehaviour("relationships of the stored model and of the newcomer are united", needs: [.uniqueness]) {
            store in
            let context = try store.context()
            let first = Port("HAM")
            first.docks = [Dock(1)]
            context.insert(first)
            try context.save()
            let second = try store.context()
            let newcomer = Port("HAM")
            newcomer.docks = [Dock(2)]
            second.insert(newcomer)
            try second.save()
            let read = try expectSome(try store.context().all(Port.self).first, "the port")
            try expect(Set(read.docks.map(\.number)), is: [1, 2], "docks")
            try expect(try store.context().all(Dock.self).allSatisfy { $0.port?.code == "HAM" }, "a dock has no port")
        },
        StoreBehaviour("an update that clashes is refused, and nothing is lost", needs: [.uniqueness]) { store in
            let context = try store.context()
            let (hamburg, rostock) = (Port("HAM"), Port("ROS"))
            context.insert(hamburg)
            context.insert(rostock)
            try context.save()
            rostock.code = "HAM"
            let error = try expectError("the save") { try context.save() }
            try expect((error as? StoreError)?.code == .constraint, "the error is \(error)")
            try expect(context.hasChanges, "the change is gone")
            let codes = try store.context().all(Port.self, by: SortDescriptor(\.code)).map(\.code)
            try expect(codes, is: ["HAM", "ROS"], "codes")
        },
    ]

    static let inheritance: [StoreBehaviour] = [
        StoreBehaviour("a fetch of a base class brings the subclasses") { store in
            let context = try store.context()
            context.insert(Ship("A"))
            context.insert(Tanker("T", volume: 5))
            try context.save()
            let ships = try store.context().all(Ship.self, by: SortDescriptor(\.name))
            try expect(ships.map(\.name), is: ["A", "T"], "names")
            try expect((ships[1] as? Tanker)?.volume, is: 5, "volume")
            try expect(try store.context().all(Tanker.self).map(\.name), is: ["T"], "tankers")
        },
        StoreBehaviour("a relationship to a base class leads to a subclass") { store in
            let context = try store.context()
            let dock = Dock(1)
            dock.ship = Tanker("T", volume: 5)
            context.insert(dock)
            try context.save()
            let read = try expectSome(try store.context().all(Dock.self).first, "the dock")
            try expect((read.ship as? Tanker)?.volume, is: 5, "volume")
            try expect(read.ship?.dock === read, "another dock")
        },
        StoreBehaviour("a deletion of a base class alone leaves the subclasses") { store in
            let context = try store.context()
            context.insert(Ship("A"))
            context.insert(Tanker("T", volume: 5))
            try context.save()
            try context.delete(model: Ship.self, includeSubclasses: false)
            try context.save()
            try expect(try store.context().all(Ship.self).map(\.name), is: ["T"], "names")
        },
    ]
}
