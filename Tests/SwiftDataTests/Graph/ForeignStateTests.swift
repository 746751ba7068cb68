import Foundation
import SwiftData
import Testing

/// A model whose conformance and backing data are both the program's own.
private final class Wanderer: PersistentModel {
    var backing: any BackingData<Wanderer>
    /// Another such model, which is read on the way to the backing data.
    var guide: Wanderer?

    var persistentBackingData: any BackingData<Wanderer> {
        get {
            _ = guide?.persistentModelID
            return backing
        }
        set { backing = newValue }
    }

    init(backingData: any BackingData<Wanderer>) { backing = backingData }

    /// - Parameter farewell: Runs when the backing data ends.
    convenience init(_ farewell: @escaping () -> Void = {}) {
        let data = DictionaryBackingData<Wanderer>(for: Wanderer.self)
        data.values[\Wanderer.self] = Farewell(farewell)
        self.init(backingData: data)
    }

    static var schemaMetadata: [Schema.PropertyMetadata] { [] }
}

private final class Farewell {
    private let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }

    deinit { run() }
}

/// Code of the program's runs while states of such models are made and let go: it may lead back to other such models.
/// A lock that it waits for would stop the process, so that it runs in one of its own.
@Suite struct ForeignStateTests {
    @Test func whatEndsMayReadOtherModels() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let witness = Wanderer()
            let identifier = witness.persistentModelID
            nonisolated(unsafe) var farewells = 0
            for _ in 0..<1_000 {
                let wanderer = Wanderer {
                    guard witness.persistentModelID == identifier else { exit(3) }
                    farewells += 1
                }
                guard wanderer.persistentModelID != identifier else { exit(4) }
            }
            guard farewells > 100 else { exit(5) }
        }
    }

    @Test func aBackingDataMayReadOtherModelsOnTheWay() async {
        await #expect(processExitsWith: .success) {
            alarm(60)
            let wanderer = Wanderer()
            wanderer.guide = Wanderer()
            wanderer.guide?.guide = Wanderer()
            let identifier = wanderer.persistentModelID
            guard wanderer.persistentModelID == identifier, wanderer.guide?.persistentModelID != identifier else {
                exit(3)
            }
        }
    }

    @Test func aModelHasOneStateWhoeverAsks() async {
        let wanderer = Wanderer()
        nonisolated(unsafe) let shared = wanderer
        let found = await withTaskGroup(of: PersistentIdentifier.self) { group in
            for _ in 0..<64 { group.addTask { shared.persistentModelID } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(found == [wanderer.persistentModelID])
    }
}
