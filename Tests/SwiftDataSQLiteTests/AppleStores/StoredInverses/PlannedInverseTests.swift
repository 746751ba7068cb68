import Foundation
import SwiftData
import SwiftDataSQL
import TestSupport
import Testing

/// The inverses of relationships differ from version to version of a plan, also if they are renamed on the way.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct PlannedInverseTests {
    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Trip.self, Tag.self]

        @Model final class Trip {
            var name: String
            var tags: [Tag] = []

            init(name: String) { self.name = name }
        }

        @Model final class Tag {
            var name: String
            var trips: [Trip] = []

            init(name: String) { self.name = name }
        }
    }

    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static let models: [any PersistentModel.Type] = [Trip.self, Tag.self]

        @Model final class Trip {
            var name: String
            @Relationship(originalName: "tags") var labels: [Tag] = []

            init(name: String) { self.name = name }
        }

        @Model final class Tag {
            var name: String
            var trips: [Trip] = []

            init(name: String) { self.name = name }
        }
    }

    enum V3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static let models: [any PersistentModel.Type] = [Trip.self, Tag.self]

        @Model final class Trip {
            var name: String
            var price = 0
            var labels: [Tag] = []

            init(name: String) { self.name = name }
        }

        @Model final class Tag {
            var name: String
            var trips: [Trip] = []

            init(name: String) { self.name = name }
        }
    }

    enum Plan: SchemaMigrationPlan {
        static let schemas: [any VersionedSchema.Type] = [V1.self, V2.self, V3.self]
        static let stages = [
            MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self),
            .lightweight(fromVersion: V2.self, toVersion: V3.self),
        ]
    }

    @Test func aJoinedPairStaysJoined() throws {
        // As an earlier version of this library made it, which took the two for inverses.
        let store = try OutlinedStore(
            ModelOutline(entities: [
                .named("Tag", RelationshipOutline("trips", to: "Trip", inverse: "tags", isToOne: false)),
                .named("Trip", RelationshipOutline("tags", to: "Tag", inverse: "trips", isToOne: false)),
            ]),
            isApples: false
        )
        let table = try store.sqlite3("SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*' AND type = 'table'")
        let columns = try store.sqlite3("SELECT group_concat(name) FROM pragma_table_info('\(table)')")
        #expect(Set(columns.split(separator: ",")) == ["Z_1TAGS", "Z_2TRIPS"])
        // One tag of two trips, which a column for one owner could not keep.
        try store.sqlite3(
            """
            INSERT INTO ZTRIP (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'a'), (2, 2, 1, 'b');
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 't');
            INSERT INTO \(table) (Z_1TAGS, Z_2TRIPS) VALUES (1, 1), (1, 2);
            UPDATE Z_PRIMARYKEY SET Z_MAX = 2
            """
        )
        let container = try ModelContainer(
            for: Schema(versionedSchema: V3.self),
            migrationPlan: Plan.self,
            configurations: ModelConfiguration(url: store.file)
        )
        let context = ModelContext(container)
        let trips = try context.fetch(FetchDescriptor<V3.Trip>(sortBy: [SortDescriptor(\.name)]))
        #expect(trips.map { $0.labels.map(\.name) } == [["t"], ["t"]])
        let tag = try #require(try context.fetch(FetchDescriptor<V3.Tag>()).first)
        #expect(tag.trips.map(\.name).sorted() == ["a", "b"])
        tag.trips.removeAll { $0.name == "a" }
        #expect(trips[0].labels.isEmpty)
    }
}
