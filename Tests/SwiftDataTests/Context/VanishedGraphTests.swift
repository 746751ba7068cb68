import SwiftData
import TestSupport
import Testing

/// Every kind of property of models whose rows another context or process has deleted.
@Suite struct VanishedGraphTests {
    enum Way: CaseIterable {
        case context, batch, process
    }

    private let store: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        store = try TemporaryFolder()
        container = try store.container(for: Flotilla.self, Corvette.self, Skipper.self)
        let context = ModelContext(container)
        let fleets = (0..<3).map { Flotilla("\($0)") }
        for number in 0..<300 {
            let ship = Corvette("\(number)", fleet: fleets[number % 3])
            ship.captains = [Skipper("c\(number)")]
            context.insert(ship)
        }
        try context.save()
    }

    private func delete(_ way: Way) throws {
        switch way {
        case .context:
            let other = ModelContext(container)
            for fleet in try other.fetch(FetchDescriptor<Flotilla>()) { other.delete(fleet) }
            try other.save()
        case .batch:
            try ModelContext(container).delete(model: Flotilla.self)
        case .process:
            _ = try store.sqlite3("DELETE FROM ZCORVETTE; DELETE FROM ZFLOTILLA; DELETE FROM ZSKIPPER")
        }
    }

    /// Reads everything of a ship, and of what it leads to.
    private func read(_ ship: Corvette) -> String {
        let fleet = ship.fleet
        for captain in ship.captains { _ = captain.name + captain.ships.map(\.name).joined() }
        return "\(ship.name) \(ship.launched) \(ship.size.length) \(ship.rig) \(ship.tags) \(ship.sister?.name ?? "-")"
            + " \(fleet.name) \(fleet.ships.count) \(fleet.flagship?.name ?? "-")"
    }

    @Test(arguments: Way.allCases, [true, false])
    func everythingCanBeReadOfModelsThatGoDuringTheWalk(_ way: Way, _ isReadBefore: Bool) throws {
        let context = ModelContext(container)
        let ships = try context.fetch(FetchDescriptor<Corvette>(sortBy: [SortDescriptor(\.persistentModelID)]))
        let names = ships.map(\.name)
        if isReadBefore { for ship in ships { _ = read(ship) } }
        for (index, ship) in ships.enumerated() {
            if index == 20 { try delete(way) }
            if index == 40 { context.processPendingChanges() }
            #expect(read(ship).hasPrefix("\(names[index]) "))
        }
        #expect(try context.fetch(FetchDescriptor<Corvette>()).isEmpty)
        // Writing to what is gone is ignored, and the save does not bring it back.
        ships[0].name = "written"
        ships[0].captains.append(Skipper("late"))
        ships[0].fleet = Flotilla("late")
        context.delete(ships[1])
        if way == .process {
            // The store may have noticed what the other program did, or not yet: then the save does.
            do {
                try context.save()
            } catch let error as StoreError {
                #expect(error.code == .missingRow)
                #expect(error.persistentModelID == ships[0].persistentModelID)
                context.rollback()
                _ = read(ships[0])
            }
        }
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZCORVETTE") == "0")
    }

    @Test(arguments: Way.allCases, [1, 50, 1_000])
    func anEnumerationGoesOnWhileTheRowsAreDeleted(_ way: Way, _ batchSize: Int) throws {
        let context = ModelContext(container)
        var seen = 0
        try context.enumerate(FetchDescriptor<Corvette>(), batchSize: batchSize) { ship in
            seen += 1
            if seen == 20 { try delete(way) }
            _ = read(ship)
            if seen.isMultiple(of: 50) { try context.save() }
        }
        #expect(seen >= 20)
        #expect(try context.fetchCount(FetchDescriptor<Corvette>()) == 0)
    }

    @Test(arguments: Way.allCases)
    func faultsWhoseRowsHaveGoneBeforeTheyWereReadAreBlank(_ way: Way) throws {
        let context = ModelContext(container)
        let ids = try context.fetchIdentifiers(FetchDescriptor<Corvette>())
        let ships = ids.compactMap { context.model(for: $0) as? Corvette }
        try delete(way)
        for ship in ships {
            // A type without a zero has the declared default, and a required relationship a blank model.
            #expect(ship.size.length == 7)
            #expect(ship.fleet.name == "")
            _ = read(ship)
        }
        #expect(ships.allSatisfy { $0.modelContext == nil })
    }
}

@Model
final class Flotilla {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Corvette.fleet)
    var ships: [Corvette] = []
    @Relationship(inverse: nil)
    var flagship: Corvette?

    init(_ name: String) { self.name = name }
}

@Model
final class Corvette {
    struct Size: Codable {
        var length = 7
        var width: Double?
    }

    enum Rig: String, Codable {
        case sloop, ketch
    }

    var name: String
    var launched: Date
    var size = Size()
    var rig = Rig.ketch
    var tags: [String] = ["a"]
    var fleet: Flotilla
    var sister: Corvette?
    @Relationship(deleteRule: .cascade, inverse: \Skipper.ships)
    var captains: [Skipper] = []

    init(_ name: String, fleet: Flotilla) {
        self.name = name
        self.fleet = fleet
        launched = .distantPast
    }
}

@Model
final class Skipper {
    var name: String
    var ships: [Corvette] = []

    init(_ name: String) { self.name = name }
}
