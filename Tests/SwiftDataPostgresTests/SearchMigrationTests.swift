#if PostgreSQL
import SwiftData
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// Indices of tables that are migrated.
extension ServerSearchTests {
    @Test func aMigrationDropsTheIndex() throws {
        do {
            let container = try ModelContainer(for: Former.Banner.self, configurations: namespace.configuration())
            let context = ModelContext(container)
            context.insert(Former.Banner(name: "Hindenburg"))
            try context.save()
            #expect(try context.search(Former.Banner.self, "hindenburg").count == 1)
            #expect(try namespace.psql("SELECT count(*) FROM swiftdata_search") == "1")
        }
        let container = try ModelContainer(
            for: Present.Banner.self,
            Present.Airfield.self,
            configurations: namespace.configuration()
        )
        #expect(try namespace.psql("SELECT to_regclass('swiftdata_search') IS NULL") == "t")
        let context = ModelContext(container)
        #expect(try context.search(Present.Banner.self, "hindenburg").map(\.model.name) == ["Hindenburg"])
        #expect(try context.search(Present.Airfield.self, "hindenburg").isEmpty)
        #expect(try namespace.psql("SELECT count(*) FROM swiftdata_search") == "1")
    }

    enum Former {
        @Model final class Banner {
            @Attribute(.spotlight) var name: String
            init(name: String) { self.name = name }
        }
    }

    enum Present {
        @Model final class Airfield {
            @Attribute(.spotlight) var title: String
            init(title: String) { self.title = title }
        }

        @Model final class Banner {
            @Attribute(.spotlight) var name: String
            var height: Int = 3
            init(name: String) { self.name = name }
        }
    }
}
#endif
