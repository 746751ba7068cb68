#if DEBUG
    import Foundation
    import SwiftData
    import SwiftDataCore
    import TestSupport
    import Testing

    /// A model whose deinitialiser reads the model.
    @Model final class Diary {
        static let lastWords = Mutexed<[String]>([])

        var owner: String
        var text: String
        @Relationship(inverse: \DiaryPage.diary) var pages: [DiaryPage] = []

        init(owner: String, text: String) {
            self.owner = owner
            self.text = text
        }

        deinit {
            let words = "\(owner): \(text)"
            if owner.hasPrefix("spoken") { Self.lastWords.withLock { $0.append(words) } }
        }
    }

    @Model final class DiaryPage {
        var number: Int
        var diary: Diary?

        init(number: Int) { self.number = number }
    }

    /// The work of a context while another thread is in the middle of releasing one of its models. The interleavings
    /// are forced, so that each run meets them.
    @Suite(.serialized) struct ReleaseElsewhereTests {
        private let store: TemporaryFolder
        private let container: ModelContainer
        private let context: ModelContext

        init() throws {
            store = try TemporaryFolder()
            container = try store.container(for: Diary.self)
            let writer = ModelContext(container)
            for number in 0..<3 {
                let diary = Diary(owner: "owner \(number)", text: "text \(number)")
                writer.insert(diary)
                diary.pages = (0..<2).map { DiaryPage(number: number * 10 + $0) }
            }
            try writer.save()
            context = ModelContext(container)
        }

        private func diaries() throws -> [Diary] {
            try context.fetch(FetchDescriptor<Diary>(sortBy: [SortDescriptor(\.owner)]))
        }

        private func isAsExpected(_ diaries: [Diary]) -> Bool {
            diaries.map(\.owner) == ["owner 0", "owner 1", "owner 2"]
                && diaries.map(\.text) == ["text 0", "text 1", "text 2"]
        }

        /// Drops one model elsewhere, stops there, and fetches meanwhile.
        private func fetchWhileOneEnds(at place: Releaser.Place) throws {
            for round in 0..<20 {
                var held = try diaries()
                let parcel = Bundled(held.remove(at: 1))
                let releaser = Releaser(dropping: parcel, stoppingAt: place)
                let met = try diaries()
                #expect(isAsExpected(met), "round \(round)")
                #expect(met[0] === held[0] && met[2] === held[1], "round \(round)")
                releaser.finish()
                // What was met stays the model of its row.
                let again = try diaries()
                #expect(zip(met, again).allSatisfy { $0 === $1 } && isAsExpected(again), "round \(round)")
                #expect(context.model(for: met[1].persistentModelID) as? Diary === met[1])
            }
        }

        @Test func aFetchMeetsAModelWhoseStorageIsEnding() throws {
            try fetchWhileOneEnds(at: .storage)
        }

        @Test func aFetchMeetsAStateThatIsEnding() throws {
            try fetchWhileOneEnds(at: .state)
        }

        @Test func whatIsMetMeanwhileIsEditedAndSaved() throws {
            var held = try diaries()
            let releaser = Releaser(dropping: Bundled(held.remove(at: 0)), stoppingAt: .storage)
            let met = try #require(try diaries().first)
            met.text = "changed"
            try context.save()
            releaser.finish()
            met.owner = "owner 9"
            try context.save()
            #expect(try store.sqlite3("SELECT ZOWNER || ':' || ZTEXT FROM ZDIARY WHERE Z_PK = 1") == "owner 9:changed")
        }

        @Test func aRelationshipAndItsCacheMeetAModelThatIsEnding() throws {
            let page = try #require(
                try context.fetch(FetchDescriptor<DiaryPage>(predicate: #Predicate { $0.number == 10 })).first
            )
            let all = try diaries()
            #expect(all[1].pages.map(\.number).sorted() == [10, 11])
            #expect(all[1].pages.map(\.number).sorted() == [10, 11])
            for place in [Releaser.Place.storage, .state] {
                let parcel = Bundled(try #require(all[1].pages.first { $0.number == 11 }))
                let releaser = Releaser(dropping: parcel, stoppingAt: place)
                #expect(all[1].pages.map(\.number).sorted() == [10, 11])
                releaser.finish()
                #expect(all[1].pages.map(\.number).sorted() == [10, 11])
                #expect(page.diary === all[1])
            }
        }

        @Test func aDeinitialiserReadsItsOwnValuesAndItsRowGetsAnotherModel() throws {
            Diary.lastWords.withLock { $0 = [] }
            _ = try store.sqlite3("UPDATE ZDIARY SET ZOWNER = 'spoken', ZTEXT = 'before' WHERE Z_PK = 2")
            var held = try diaries().filter { $0.owner == "spoken" }
            #expect(held.map(\.text) == ["before"])
            let releaser = Releaser(dropping: Bundled(held.removeLast()), stoppingAt: .storage)
            // The deinitialiser has run on the other thread, and the state that it has read is left to it.
            #expect(Diary.lastWords.withLock { $0 } == ["spoken: before"])
            _ = try store.sqlite3("UPDATE ZDIARY SET ZTEXT = 'after' WHERE Z_PK = 2")
            let met = try diaries().filter { $0.owner == "spoken" }
            #expect(met.map(\.text) == ["after"])
            releaser.finish()
            #expect(met.map(\.text) == ["after"])
        }

        @Test func aContextThatEndsElsewhereLeavesItsEndToTheOperationThatIsRunning() throws {
            weak var unit: UnitOfWork?
            do {
                var own: ModelContext? = ModelContext(container)
                unit = own?.unit
                let held = try #require(try own?.fetch(FetchDescriptor<Diary>()).first)
                held.text = "never saved"
                let parcel = Bundled(try #require(own))
                own = nil
                held._$modelState.unit?.exclusively {
                    // The other thread returns, though this one is inside.
                    Releaser(dropping: parcel, stoppingAt: .nowhere).finish()
                    #expect(unit?.hasChanges == true)
                }
                #expect(held.text == "never saved")
            }
            #expect(unit == nil)
            #expect(try store.sqlite3("SELECT count(*) FROM ZDIARY WHERE ZTEXT = 'never saved'") == "0")
        }

        @Test func arraysContextsAndContainersEndOnAnyThreadWithoutLeavingAnything() throws {
            weak var unit: UnitOfWork?
            weak var core: ContainerCore?
            let store = try TemporaryFolder()
            do {
                let container = try store.container(for: Diary.self)
                let own = ModelContext(container)
                for number in 0..<100 { own.insert(Diary(owner: "\(number)", text: "")) }
                try own.save()
                for diary in try own.fetch(FetchDescriptor<Diary>()).prefix(10) { diary.text = "edited" }
                own.insert(Diary(owner: "new", text: ""))
                (unit, core) = (own.unit, container.core)
                let models = try own.fetch(FetchDescriptor<Diary>())
                let parcels = [Bundled(own), Bundled(container), Bundled(models)]
                for parcel in parcels { Releaser(dropping: parcel, stoppingAt: .nowhere).finish() }
            }
            #expect(unit == nil)
            #expect(core == nil)
        }
    }
#endif
