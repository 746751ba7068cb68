import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// Attributes and entities that come, go and get other names.
struct AttributeMigrationTests {
    enum V1 {
        @Model class Person {
            var name: String
            var age: Int
            var nickname: String?
            var note: String = ""
            init(name: String, age: Int, nickname: String? = nil) {
                self.name = name
                self.age = age
                self.nickname = nickname
            }
        }
        @Model class Zoo {
            var title: String
            init(title: String) { self.title = title }
        }
        @Model class Gone {
            var title: String
            init(title: String) { self.title = title }
        }
    }

    enum V2 {
        @Model class Account {
            var number: Int
            init(number: Int) { self.number = number }
        }
        @Model class Person {
            @Attribute(originalName: "name") var fullName: String
            var age: Double
            var nickname: String = "none"
            var score: Int = 7
            var email: String?
            init(fullName: String, age: Double) {
                self.fullName = fullName
                self.age = age
            }
        }
        typealias Zoo = V1.Zoo
    }

    private static let old: [any PersistentModel.Type] = [V1.Person.self, V1.Zoo.self, V1.Gone.self]
    private static let new: [any PersistentModel.Type] = [V2.Person.self, V2.Zoo.self, V2.Account.self]

    private func filled() throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open(Self.old) { context in
            context.insert(V1.Person(name: "Ada", age: 36, nickname: "Countess"))
            context.insert(V1.Person(name: "Grace", age: 85))
            context.insert(V1.Zoo(title: "Berlin"))
            context.insert(V1.Gone(title: "away"))
            try context.save()
            let ada = try #require(try context.fetch(FetchDescriptor<V1.Person>()).first { $0.name == "Ada" })
            ada.age = 37
            try context.save()
        }
        return store
    }

    @Test func valuesComeAlong() throws {
        let store = try filled()
        try store.migrate(to: Self.new)
        try store.open(Self.new) { context in
            let people = try context.fetch(FetchDescriptor<V2.Person>(sortBy: [SortDescriptor(\.fullName)]))
            #expect(people.map(\.fullName) == ["Ada", "Grace"])
            #expect(people.map(\.age) == [37, 85])
            #expect(people.map(\.nickname) == ["Countess", "none"])
            #expect(people.map(\.score) == [7, 7])
            #expect(people.map(\.email) == [nil, nil])
            #expect(try context.fetch(FetchDescriptor<V2.Zoo>()).map(\.title) == ["Berlin"])
            #expect(try context.fetchCount(FetchDescriptor<V2.Account>()) == 0)
            context.insert(V2.Person(fullName: "Barbara", age: 1))
            context.insert(V2.Account(number: 1))
            try context.save()
            #expect(try context.fetchCount(FetchDescriptor<V2.Person>()) == 3)
        }
        try store.expectFresh(Self.new)
    }

    @Test func rowsHaveTheNewNumbersOfTheirEntities() throws {
        let store = try filled()
        #expect(try store.rows("SELECT DISTINCT Z_ENT FROM ZZOO") == ["3"])
        try store.migrate(to: Self.new)
        #expect(
            try store.rows("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT") == [
                "Account|1", "Person|2", "Zoo|3",
            ]
        )
        #expect(try store.rows("SELECT DISTINCT Z_ENT FROM ZPERSON") == ["2"])
        #expect(try store.rows("SELECT DISTINCT Z_ENT FROM ZZOO") == ["3"])
    }

    @Test func aTableThatDoesNotChangeIsNotWritten() throws {
        let store = try filled()
        let page = try store.sql("SELECT rootpage FROM sqlite_master WHERE name = 'ZZOO'")
        try store.migrate(to: Self.new)
        #expect(try store.sql("SELECT rootpage FROM sqlite_master WHERE name = 'ZZOO'") == page)
    }

    @Test func theHistoryTellsOfTheNewProperties() throws {
        let store = try filled()
        try store.migrate(to: Self.new)
        try store.open(Self.new) { context in
            let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            #expect(transactions.count == 2)
            var inserted: [String] = []
            var updated: [any PartialKeyPath<V2.Person> & Sendable] = []
            for change in transactions.flatMap(\.changes) {
                switch change {
                case .insert(let change): inserted.append(change.changedPersistentIdentifier.entityName)
                case .update(let change):
                    updated = (change as? DefaultHistoryUpdate<V2.Person>)?.updatedAttributes ?? []
                default: Issue.record("nothing was deleted")
                }
            }
            #expect(inserted.sorted() == ["Person", "Person", "Zoo"])
            #expect(updated.map { $0 as PartialKeyPath<V2.Person> } == [\V2.Person.age])
        }
    }

    @Test func stepsSayWhatIsDone() throws {
        let store = try filled()
        let migration = try store.migrate(to: Self.new)
        #expect(
            migration.steps.map(\.description).sorted() == [
                "attribute Person.age: int64 becomes double",
                "attribute Person.email: added",
                "attribute Person.fullName: renamed from name",
                "attribute Person.nickname: made required, rows without a value get the default",
                "attribute Person.note: removed",
                "attribute Person.score: added",
                "entity Account: added",
                "entity Gone: removed",
            ]
        )
    }

    @Test func progressIsReportedUpToTheEnd() throws {
        let store = try filled()
        var reports: [MigrationProgress] = []
        try store.migrate(to: Self.new) { reports.append($0) }
        #expect(reports.first?.completedRowCount == 0)
        #expect(reports.last?.completedRowCount == 2)
        #expect(reports.last?.totalRowCount == 2)
    }
}
