import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// Classes are renamed, swap their names, and keep what the history has of deleted rows.
struct RenamedEntityTests {
    enum V1 {
        @Model class Trip {
            @Attribute(.preserveValueOnDeletion) var name: String
            @Attribute(.preserveValueOnDeletion) var code: Int
            @Attribute(.preserveValueOnDeletion) var note: String
            @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
            init(name: String, code: Int, note: String) {
                self.name = name
                self.code = code
                self.note = note
            }
        }
        @Model class Stop {
            var place: String
            var trip: Trip?
            init(place: String) { self.place = place }
        }
    }
    enum V2 {
        @Model class Journey {
            static var originalEntityName: String? { "Trip" }
            @Attribute(.preserveValueOnDeletion, originalName: "name") var title: String
            @Attribute(.preserveValueOnDeletion) var code: Int
            @Attribute(.preserveValueOnDeletion) var name: String = ""
            @Relationship(inverse: \Trip.journey) var stops: [Trip] = []
            init(title: String, code: Int) {
                self.title = title
                self.code = code
            }
        }
        /// The name that the other class gave up.
        @Model class Trip {
            static var originalEntityName: String? { "Stop" }
            var place: String
            @Relationship(originalName: "trip") var journey: Journey?
            init(place: String) { self.place = place }
        }
    }
    private static let old: [any PersistentModel.Type] = [V1.Trip.self, V1.Stop.self]
    private static let new: [any PersistentModel.Type] = [V2.Journey.self, V2.Trip.self]

    private func filled() throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open(Self.old) { context in
            let trip = V1.Trip(name: "Rome", code: 1, note: "n")
            let gone = V1.Trip(name: "Oslo", code: 2, note: "m")
            let stop = V1.Stop(place: "Pisa")
            for model in [trip, gone] { context.insert(model) }
            context.insert(stop)
            stop.trip = trip
            try context.save()
            context.delete(gone)
            try context.save()
        }
        return store
    }

    @Test func rowsFollowTheirClasses() throws {
        let store = try filled()
        let migration = try store.migrate(to: Self.new)
        #expect(migration.steps.contains { $0.description == "entity Journey: renamed from Trip" })
        #expect(migration.steps.contains { $0.description == "entity Trip: renamed from Stop" })
        try store.open(Self.new) { context in
            let journey = try #require(try context.fetch(FetchDescriptor<V2.Journey>()).first)
            #expect(journey.title == "Rome")
            #expect(journey.stops.map(\.place) == ["Pisa"])
        }
        #expect(try store.sql("PRAGMA integrity_check") == "ok")
        // The model in the file says what was renamed, and is still the same model.
        #expect(try InferredMigration(from: store.model(), to: ModelOutline(Schema(Self.new))).steps.isEmpty)
    }

    @Test func valuesOfDeletedRowsGoWithTheRenamedAttribute() throws {
        let store = try filled()
        try store.migrate(to: Self.new)
        try store.open(Self.new) { context in
            let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
            var tombstones: [HistoryTombstone<V2.Journey>] = []
            for case .delete(let change) in changes {
                if let delete = change as? DefaultHistoryDelete<V2.Journey> { tombstones.append(delete.tombstone) }
            }
            let tombstone = try #require(tombstones.first)
            #expect(tombstone[\V2.Journey.title] as? String == "Oslo")
            #expect(tombstone[\V2.Journey.code] as? Int == 2)
            // A new attribute with an old name has another column.
            #expect(tombstone[\V2.Journey.name] == nil)
        }
    }
}
