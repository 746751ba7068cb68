import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// A subclass is renamed, while its superclass is not.
struct RenamedSubclassTests {
    enum V1 {
        @Model class Stop {
            var place: String
            init(place: String) { self.place = place }
        }
        @Model final class Hotel: Stop {
            var stars: Int
            init(place: String, stars: Int) {
                self.stars = stars
                super.init(place: place)
            }
        }
    }
    enum V2 {
        @Model class Stop {
            var place: String
            init(place: String) { self.place = place }
            class var originalEntityName: String? { nil }
        }
        @Model class Inn: Stop {
            var stars: Int
            init(place: String, stars: Int) {
                self.stars = stars
                super.init(place: place)
            }
            override class var originalEntityName: String? { "Hotel" }
        }
        /// Does not inherit the original name of its superclass.
        @Model final class Hostel: Inn {
            var beds: Int = 0
        }
    }

    @Test func rowsOfTheSubclassFollowIt() throws {
        let store = try MigratedStore()
        try store.open([V1.Stop.self, V1.Hotel.self]) { context in
            context.insert(V1.Stop(place: "Pisa"))
            context.insert(V1.Hotel(place: "Rome", stars: 4))
            try context.save()
        }
        let new: [any PersistentModel.Type] = [V2.Stop.self, V2.Inn.self, V2.Hostel.self]
        let steps = try store.migrate(to: new).steps.map(\.description)
        #expect(steps.contains("entity Inn: renamed from Hotel"))
        #expect(!steps.contains { $0.contains("Hostel: renamed") })
        try store.open(new) { context in
            let stops = try context.fetch(FetchDescriptor<V2.Stop>(sortBy: [SortDescriptor(\.place)]))
            #expect(stops.map(\.place) == ["Pisa", "Rome"])
            #expect((stops[1] as? V2.Inn)?.stars == 4)
            #expect(try context.fetchCount(FetchDescriptor<V2.Hostel>()) == 0)
        }
        #expect(try store.sql("PRAGMA integrity_check") == "ok")
    }
}
