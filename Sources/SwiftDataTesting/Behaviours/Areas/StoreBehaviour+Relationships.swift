import Foundation
import SwiftData

extension StoreBehaviour {
    static let relationships: [StoreBehaviour] = [
        StoreBehaviour("a graph is saved from one model, in any order of building") { store in
            let context = try store.context()
            let port = Port("HAM")
            let ship = Ship("A")
            ship.home = port
            context.insert(ship)
            ship.dock = Dock(1)
            ship.dock?.port = port
            ship.crew = [Sailor("Ada"), Sailor("Bob")]
            try context.save()
            let read = try expectSome(try store.context().all(Port.self).first, "the port")
            try expect(read.fleet.map(\.name), is: ["A"], "fleet")
            try expect(read.docks.map { $0.ship?.name }, is: ["A"], "ships at the docks")
            try expect(read.fleet.first?.crew?.map(\.name), is: ["Ada", "Bob"], "crew")
            try expect(read.fleet.first?.dock === read.docks.first, "the ship is at another dock")
        },
        StoreBehaviour("a cycle of new models comes right, in memory and in the store") { store in
            let context = try store.context()
            let ships = ["A", "B", "C"].map { Ship($0) }
            context.insert(ships[0])
            for index in 0..<3 { ships[index].original = ships[(index + 1) % 3] }
            try context.save()
            try expect(ships[0].original === ships[1] && ships[2].original === ships[0], "another original")
            try expect(ships.allSatisfy { !$0.persistentModelID.isTemporary }, "a temporary identifier is left")
            let read = try store.context().all(Ship.self, by: SortDescriptor(\.name))
            try expect(read.map { $0.original?.name }, is: ["B", "C", "A"], "originals")
            try expect(read.map { $0.sisters.map(\.name) }, is: [["C"], ["A"], ["B"]], "sisters")
        },
        StoreBehaviour("the order of a to-many relationship is kept") { store in
            let context = try store.context()
            let port = Port("HAM")
            port.docks = [3, 1, 2].map { Dock($0) }
            context.insert(port)
            try context.save()
            let second = try store.context()
            let read = try expectSome(try second.all(Port.self).first, "the port")
            try expect(read.docks.map(\.number), is: [3, 1, 2], "order")
            read.docks.insert(Dock(4), at: 1)
            read.docks.swapAt(0, 3)
            try second.save()
            let third = try expectSome(try store.context().all(Port.self).first, "the port")
            try expect(third.docks.map(\.number), is: [2, 4, 1, 3], "order after edits")
        },
        StoreBehaviour("a child moves from one parent to another") { store in
            let context = try store.context()
            let (hamburg, rostock) = (Port("HAM"), Port("ROS"))
            hamburg.docks = [Dock(1), Dock(2)]
            context.insert(hamburg)
            context.insert(rostock)
            try context.save()
            hamburg.docks[0].port = rostock
            try expect(hamburg.docks.map(\.number), is: [2], "docks that are left")
            try context.save()
            let read = try store.context().all(Port.self, by: SortDescriptor(\.code))
            try expect(read.map { $0.docks.map(\.number) }, is: [[2], [1]], "docks")
        },
        StoreBehaviour("members are added to and removed from both sides of many-to-many") { store in
            let context = try store.context()
            let ships = ["A", "B"].map { Ship($0) }
            let sailors = ["x", "y", "z"].map { Sailor($0) }
            for ship in ships { context.insert(ship) }
            ships[0].crew = sailors
            ships[1].crew = [sailors[0]]
            try context.save()
            sailors[0].ships.removeAll { $0 === ships[0] }
            sailors[2].ships.append(ships[1])
            try context.save()
            let read = try store.context().all(Ship.self, by: SortDescriptor(\.name))
            try expect(read.map { Set(($0.crew ?? []).map(\.name)) }, is: [["y", "z"], ["x", "z"]], "crews")
            let back = try store.context().all(Sailor.self, by: SortDescriptor(\.name))
            try expect(back.map { Set($0.ships.map(\.name)) }, is: [["B"], ["A"], ["A", "B"]], "ships")
        },
        StoreBehaviour("one-to-one relationships have one partner at most") { store in
            let context = try store.context()
            let docks = [Dock(1), Dock(2)]
            let ship = Ship("A")
            for dock in docks { context.insert(dock) }
            docks[0].ship = ship
            try context.save()
            docks[1].ship = ship
            try expect(docks[0].ship == nil && ship.dock === docks[1], "the ship is at both docks")
            try context.save()
            let read = try store.context().all(Dock.self, by: SortDescriptor(\.number))
            try expect(read.map { $0.ship?.name }, is: [nil, "A"], "ships")
        },
        StoreBehaviour("relationships can be cleared") { store in
            let context = try store.context()
            let ship = Ship("A")
            ship.home = Port("HAM")
            ship.crew = [Sailor("x")]
            context.insert(ship)
            try context.save()
            ship.home = nil
            ship.crew = []
            try context.save()
            let read = try expectSome(try store.context().all(Ship.self).first, "the ship")
            try expect(read.home == nil && (read.crew ?? []).isEmpty, "something is left")
            try expect(try store.context().all(Port.self).first?.fleet.count, is: 0, "fleet")
        },
        StoreBehaviour("what is appended to a fault joins what is stored") { store in
            let context = try store.context()
            let port = Port("HAM")
            port.docks = [Dock(1), Dock(2)]
            context.insert(port)
            try context.save()
            let second = try store.context()
            let fault = try expectSome(second.model(for: port.persistentModelID) as? Port, "the port")
            let dock = Dock(3)
            dock.port = fault
            try second.save()
            let read = try expectSome(try store.context().all(Port.self).first, "the port")
            try expect(Set(read.docks.map(\.number)), is: [1, 2, 3], "docks")
        },
        StoreBehaviour("five hundred children are read through their parent") { store in
            let context = try store.context()
            let port = Port("HAM")
            port.docks = (0..<500).map { Dock($0) }
            context.insert(port)
            try context.save()
            let read = try expectSome(try store.context().all(Port.self).first, "the port")
            try expect(read.docks.map(\.number), is: Array(0..<500), "docks")
            try expect(read.docks.allSatisfy { $0.port === read }, "a dock has another port")
        },
    ]

    static let deleteRules: [StoreBehaviour] = [
        StoreBehaviour("a cascade deletes the children") { store in
            let context = try store.context()
            let port = Port("HAM")
            port.docks = [Dock(1), Dock(2)]
            context.insert(port)
            context.insert(Dock(3))
            try context.save()
            context.delete(port)
            try context.save()
            try expect(try store.context().all(Dock.self).map(\.number), is: [3], "docks")
        },
        StoreBehaviour("what is deleted is taken from its partners") { store in
            let context = try store.context()
            let port = Port("HAM")
            let ship = Ship("A")
            ship.home = port
            ship.crew = [Sailor("x")]
            ship.dock = Dock(1)
            context.insert(ship)
            try context.save()
            context.delete(port)
            try expect(ship.home == nil, "the home is left in memory")
            try context.save()
            let read = try expectSome(try store.context().all(Ship.self).first, "the ship")
            try expect(read.home == nil, "the home is left in the store")
            let second = try store.context()
            second.delete(try expectSome(try second.all(Ship.self).first, "the ship"))
            try second.save()
            try expect(try store.context().all(Sailor.self).first?.ships.count, is: 0, "ships of the sailor")
            try expect(try store.context().all(Dock.self).first?.ship == nil, "a ship is left at the dock")
        },
        StoreBehaviour("deny refuses the save, and nothing is lost") { store in
            let context = try store.context()
            let port = Port("HAM")
            port.licences = [Licence(1, for: nil)]
            context.insert(port)
            context.insert(Sailor("Ada"))
            try context.save()
            context.delete(port)
            context.insert(Sailor("Bob"))
            let error = try expectError("the save") { try context.save() }
            try expect((error as? StoreError)?.code == .deleteDenied, "the error is \(error)")
            try expect(context.hasChanges, "the changes are gone")
            try expect(try store.context().all(Port.self).count, is: 1, "ports")
            try expect(try store.context().all(Sailor.self).count, is: 1, "sailors")
            context.rollback()
            try expect(port.licences.map(\.number), is: [1], "licences")
        },
        StoreBehaviour("deny lets go of a model without partners") { store in
            let context = try store.context()
            let port = Port("HAM")
            let licence = Licence(1, for: port)
            context.insert(licence)
            try context.save()
            context.delete(licence)
            context.delete(port)
            try context.save()
            try expect(try store.context().all(Port.self).count, is: 0, "ports")
        },
        StoreBehaviour("a batch deletion follows the delete rules") { store in
            let context = try store.context()
            let port = Port("HAM")
            port.docks = [Dock(1)]
            let ship = Ship("A")
            ship.home = port
            context.insert(ship)
            try context.save()
            try context.delete(model: Port.self)
            try context.save()
            try expect(try store.context().all(Dock.self).count, is: 0, "docks")
            try expect(try store.context().all(Ship.self).first?.home == nil, "the home is left")
        },
        StoreBehaviour("a deleted model can be read") { store in
            let context = try store.context()
            let port = Port("HAM", name: "Hamburg")
            port.docks = [Dock(1)]
            context.insert(port)
            try context.save()
            context.delete(port)
            try expect(port.isDeleted, "isDeleted is false before the save")
            try context.save()
            try expect(port.name, is: "Hamburg", "name")
            _ = port.docks.map(\.number)
            try expect(port.modelContext == nil, "the model has a context")
        },
        StoreBehaviour("deleting what was only inserted leaves nothing") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            context.delete(ada)
            context.delete(ada)
            try context.save()
            try expect(try store.context().all(Sailor.self).count, is: 0, "sailors")
        },
        StoreBehaviour("a deleted model that is inserted again is a new one") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            context.delete(ada)
            try context.save()
            context.insert(ada)
            try context.save()
            try expect(try store.context().all(Sailor.self).map(\.name), is: ["Ada"], "names")
        },
    ]
}
