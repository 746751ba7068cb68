import Foundation
import SwiftData

extension StoreBehaviour {
    private static func fleet(_ store: StoreUnderTest) throws -> ModelContext {
        let context = try store.context()
        let hamburg = Port("HAM", name: "Hamburg")
        let rostock = Port("ROS", name: "Rostock")
        let (ada, bob) = (Sailor("Ada", age: 36), Sailor("Bob", age: 20))
        for port in [hamburg, rostock] { context.insert(port) }
        for (index, name) in ["Anna", "Berta", "Café", "Dora"].enumerated() {
            let ship = index == 3 ? Tanker(name, volume: 7) : Ship(name, length: Double(index) * 10)
            context.insert(ship)
            ship.home = index == 0 ? nil : index == 1 ? hamburg : rostock
            ship.crew = index == 2 ? [ada, bob] : index == 3 ? [bob] : []
            ship.motto = index == 1 ? "go" : nil
            ship.flag = index == 2 ? .red : .white
            ship.papers = index == 0 ? Ship.Papers(issuer: "HH", pages: 3) : nil
            ship.tags = index == 2 ? ["old", "slow"] : []
        }
        try context.save()
        return try store.context()
    }

    private static func chooses(
        _ names: String,
        _ what: String,
        _ predicate: @escaping @Sendable () -> Predicate<Ship>
    ) -> StoreBehaviour {
        StoreBehaviour("predicates: \(what)") { store in
            let context = try fleet(store)
            let order = [SortDescriptor<Ship>(\.name)]
            let found = try context.fetch(FetchDescriptor(predicate: predicate(), sortBy: order))
            try expect(found.map { String($0.name.prefix(1)) }.joined(), is: names, "names")
            try expect(try context.fetchCount(FetchDescriptor(predicate: predicate())), is: names.count, "count")
        }
    }

    static let predicates: [StoreBehaviour] = [
        chooses("BC", "comparison") { #Predicate { ship in ship.length >= 10 && ship.length < 100 } },
        chooses("ACD", "nil differs from a value") { #Predicate { ship in ship.motto != "go" } },
        chooses("B", "not nil") { #Predicate { ship in ship.motto != nil } },
        chooses("C", "text in its canonical form") { #Predicate { ship in ship.name == "Cafe\u{301}" } },
        chooses("ABD", "part of a text") {
            #Predicate { ship in ship.name.localizedStandardContains("A") && ship.name != "Café" }
        },
        chooses("C", "enumeration") {
            let red = Ship.Flag.red
            return #Predicate { ship in ship.flag == red }
        },
        chooses("A", "member of a structure") { #Predicate { ship in ship.papers?.pages == 3 } },
        chooses("C", "list of strings") { #Predicate { ship in ship.tags.contains("old") } },
        chooses("BD", "captured list") {
            let names = ["Berta", "Dora", "Emma"]
            return #Predicate { ship in names.contains(ship.name) }
        },
        chooses("CD", "value of a related model") { #Predicate { ship in ship.home?.code == "ROS" } },
        chooses("A", "no related model") { #Predicate { ship in ship.home == nil } },
        chooses("C", "some related models") {
            #Predicate { ship in ship.crew?.contains { sailor in sailor.age > 30 } ?? false }
        },
        chooses("CD", "number of related models") { #Predicate { ship in (ship.crew?.count ?? 0) > 0 } },
        chooses("D", "class") { #Predicate { ship in ship is Tanker } },
        chooses("ABC", "negation") { #Predicate { ship in !(ship is Tanker) } },
        chooses("ABCD", "nothing but true") { #Predicate { _ in true } },
        chooses("", "nothing") { #Predicate { _ in false } },
        chooses("ACD", "arithmetic") { #Predicate { ship in ship.length * 2 != 20 } },
        StoreBehaviour("predicates: an identifier") { store in
            let context = try fleet(store)
            let dora = try expectSome(try context.all(Tanker.self).first, "the tanker").persistentModelID
            let predicate = #Predicate<Ship> { ship in ship.persistentModelID == dora }
            try expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name), is: ["Dora"], "names")
        },
        StoreBehaviour("predicates: a related model's identifier") { store in
            let context = try fleet(store)
            let ports = try context.all(Port.self, by: SortDescriptor(\.code))
            let hamburg = try expectSome(ports.first, "the port").persistentModelID
            let predicate = #Predicate<Ship> { ship in ship.home?.persistentModelID == hamburg }
            try expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name), is: ["Berta"], "names")
        },
        StoreBehaviour("predicates see unsaved edits") { store in
            let context = try fleet(store)
            let ships = try context.all(Ship.self, by: SortDescriptor(\.name))
            ships[0].motto = "go"
            ships[1].motto = nil
            let predicate = #Predicate<Ship> { ship in ship.motto == "go" }
            try expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name), is: ["Anna"], "names")
        },
    ]
}
