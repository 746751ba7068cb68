import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// Names that change hands: columns and tables are renamed by way of other names.
struct SwappedNamesTests {
    enum V1 {
        @Model class Left {
            var first: String
            var second: String
            var third: Int?
            init(first: String, second: String, third: Int?) {
                self.first = first
                self.second = second
                self.third = third
            }
        }
        @Model class Right {
            var value: Int
            init(value: Int) { self.value = value }
        }
    }
    enum V2 {
        @Model class Left {
            static var originalEntityName: String? { "Right" }
            var value: Int
            init(value: Int) { self.value = value }
        }
        @Model class Right {
            static var originalEntityName: String? { "Left" }
            @Attribute(originalName: "second") var first: String
            @Attribute(originalName: "first") var second: String
            var third: Int = 9
            init(first: String, second: String) {
                self.first = first
                self.second = second
            }
        }
    }

    @Test func columnsAndTablesSwapTheirNames() throws {
        let store = try MigratedStore()
        try store.open([V1.Left.self, V1.Right.self]) { context in
            context.insert(V1.Left(first: "one", second: "two", third: nil))
            context.insert(V1.Left(first: "a", second: "b", third: 3))
            context.insert(V1.Right(value: 42))
            try context.save()
        }
        let new: [any PersistentModel.Type] = [V2.Left.self, V2.Right.self]
        try store.migrate(to: new)
        try store.open(new) { context in
            let rights = try context.fetch(FetchDescriptor<V2.Right>(sortBy: [SortDescriptor(\.first)]))
            #expect(rights.map { [$0.first, $0.second, "\($0.third)"] } == [["b", "a", "3"], ["two", "one", "9"]])
            let lefts = try context.fetch(FetchDescriptor<V2.Left>())
            #expect(lefts.map(\.value) == [42])
        }
        // Rows stay where they are: the tables have their pages still.
        #expect(try store.sql("SELECT count(*) FROM sqlite_master WHERE name LIKE 'Z\\_\\_%' ESCAPE '\\'") == "0")
        try store.expectFresh(new)
    }

    @Test func anOldOriginalNameIsNotTakenForANewOne() throws {
        // In this version `first` was renamed from `second` long ago, and there is another `second` by now.
        let store = try MigratedStore()
        let new: [any PersistentModel.Type] = [V2.Left.self, V2.Right.self]
        try store.open(new) { context in
            context.insert(V2.Right(first: "1", second: "2"))
            try context.save()
        }
        #expect(try InferredMigration(from: store.model(), to: ModelOutline(Schema(new))).steps == [])
        try store.migrate(to: new)
        #expect(try store.sql("SELECT ZFIRST || ZSECOND FROM ZRIGHT") == "12")
    }
}
