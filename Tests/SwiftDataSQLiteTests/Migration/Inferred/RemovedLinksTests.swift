import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// The warning of a migration that removes relationships names them and counts their links.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct RemovedLinksTests {
    enum Old {
        @Model class Trip {
            var name: String
            @Relationship(inverse: \Tag.trips) var tags: [Tag] = []
            @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
            var photos: [Photo] = []
            @Relationship(inverse: \Guide.trip) var guide: Guide?
            init(name: String) { self.name = name }
        }
        @Model class Tag {
            var trips: [Trip] = []
            init() {}
        }
        @Model class Stop {
            var trip: Trip?
            init() {}
        }
        @Model class Photo {
            var size: Int
            init(size: Int) { self.size = size }
        }
        @Model class Guide {
            var trip: Trip?
            init() {}
        }
        static let models: [any PersistentModel.Type] = [
            Trip.self, Tag.self, Stop.self, Photo.self, Guide.self,
        ]
    }
    /// The relationships without columns of their own have gone, and so has one of two to-one relationships.
    enum Bare {
        @Model class Trip {
            var name: String
            var guide: Guide?
            init(name: String) { self.name = name }
        }
        @Model class Tag { init() {} }
        @Model class Stop { init() {} }
        typealias Photo = Old.Photo
        @Model class Guide { init() {} }
        static let models: [any PersistentModel.Type] = [
            Trip.self, Tag.self, Stop.self, Photo.self, Guide.self,
        ]
    }
    /// One side of each has stayed.
    enum OneSided {
        @Model class Trip {
            var name: String
            var tags: [Tag] = []
            var stops: [Stop] = []
            var photos: [Photo] = []
            var guide: Guide?
            init(name: String) { self.name = name }
        }
        typealias Tag = Bare.Tag
        typealias Stop = Bare.Stop
        typealias Photo = Old.Photo
        typealias Guide = Bare.Guide
        static let models: [any PersistentModel.Type] = [
            Trip.self, Tag.self, Stop.self, Photo.self, Guide.self,
        ]
    }
    /// Entities have gone.
    enum Few {
        @Model class Trip {
            var name: String
            init(name: String) { self.name = name }
        }
        static let models: [any PersistentModel.Type] = [Trip.self]
    }
    /// The to-many side has gone, and with it what keeps an order.
    enum Unordered {
        @Model class Trip {
            var name: String
            @Relationship(inverse: \Tag.trips) var tags: [Tag] = []
            var photos: [Photo] = []
            @Relationship(inverse: \Guide.trip) var guide: Guide?
            init(name: String) { self.name = name }
        }
        @Model class Tag {
            var trips: [Trip] = []
            init() {}
        }
        @Model class Stop {
            var trip: Trip?
            init() {}
        }
        typealias Photo = Old.Photo
        @Model class Guide {
            var trip: Trip?
            init() {}
        }
        static let models: [any PersistentModel.Type] = [
            Trip.self, Tag.self, Stop.self, Photo.self, Guide.self,
        ]
    }
    /// A relationship has become an attribute, which a stage fills.
    enum Turned {
        @Model class Trip {
            var name: String
            var tags: Int = 0
            @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
            var photos: [Photo] = []
            @Relationship(inverse: \Guide.trip) var guide: Guide?
            init(name: String) { self.name = name }
        }
        typealias Tag = Bare.Tag
        @Model class Stop {
            var trip: Trip?
            init() {}
        }
        typealias Photo = Old.Photo
        @Model class Guide {
            var trip: Trip?
            init() {}
        }
        static let models: [any PersistentModel.Type] = [
            Trip.self, Tag.self, Stop.self, Photo.self, Guide.self,
        ]
    }

    /// Three trips with three tags each, which are nine links, with two stops in an order of their own and two photos.
    private func filled() throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open(Old.models) { context in
            let tags = (0..<3).map { _ in Old.Tag() }
            for number in 0..<3 {
                let trip = Old.Trip(name: "\(number)")
                context.insert(trip)
                trip.tags = tags
                let (first, second) = (Old.Stop(), Old.Stop())
                context.insert(first)
                try context.save()
                context.insert(second)
                try context.save()
                trip.stops = [second, first]
                trip.photos = [Old.Photo(size: 1), Old.Photo(size: 2)]
                if number == 0 { trip.guide = Old.Guide() }
            }
            try context.save()
        }
        return store
    }

    private func lines(
        _ store: MigratedStore,
        _ models: [any PersistentModel.Type],
        leavesValuesToCode: Bool = false
    ) throws -> [String] {
        let connection = try StoreConnection.file(store.url.path)
        defer { try? connection.close() }
        return try connection.read { runner in
            let source = try FileModel(runner, path: store.url.path).outline()
            let mapping = try InferredMigration(
                from: source,
                to: ModelOutline(Schema(models)),
                leavesValuesToCode: leavesValuesToCode
            ).mapping
            let file = try MigrationFile(runner, mapping.source, path: store.url.path)
            return try RemovalNotice(plan: MigrationPlan(mapping, file), runner: runner).lines().sorted()
        }
    }

    @Test func linksWithoutColumnsOfTheirOwnAreCounted() throws {
        let store = try filled()
        // Each place of links, as another program counts it.
        let join = try #require(
            try store.rows("SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*'").first
        )
        #expect(try store.sql("SELECT count(*) FROM \(join)") == "9")
        #expect(
            try lines(store, Bare.models) == [
                "Stop.trip and Trip.stops (6 links)", "Tag.trips and Trip.tags (9 links)", "Trip.photos (6 links)",
            ]
        )
    }

    @Test func linksThatStayAreNotToldOf() throws {
        #expect(try lines(filled(), OneSided.models) == [])
    }

    @Test func linksOfRemovedEntitiesAreCounted() throws {
        #expect(
            try lines(filled(), Few.models) == [
                "Guide (1 row)", "Guide.trip and Trip.guide (1 link)", "Photo (6 rows)",
                "Stop (6 rows)", "Stop.trip and Trip.stops (6 links)", "Tag (3 rows)",
                "Tag.trips and Trip.tags (9 links)", "Trip.photos (6 links)",
            ]
        )
    }

    @Test func anOrderThatIsLostIsCounted() throws {
        #expect(try lines(filled(), Unordered.models) == ["the order of Trip.stops (6 links)"])
    }

    @Test func aRelationshipThatBecomesAnAttributeIsCounted() throws {
        let store = try filled()
        #expect(try lines(store, Turned.models, leavesValuesToCode: true) == ["Tag.trips and Trip.tags (9 links)"])
    }

    @Test func theWarningIsLogged() throws {
        let store = try filled()
        let messages = Locked<[String]>([])
        let path = store.url.path
        let listener = SwiftDataCore.log.listen { level, text in
            guard level == .warning, text.contains(path) else { return }
            messages.withLock { $0.append(text) }
        }
        defer { SwiftDataCore.log.stopListening(listener) }
        try store.open(Bare.models) { _ in }
        #expect(messages.withLock { $0 }.contains { $0.contains("Tag.trips and Trip.tags (9 links)") })
    }
}
