import Foundation
import SwiftData
import TestSupport
import Testing

/// Stages with code of the user's.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct CustomStageTests {
    @Test func closuresSeeTheOldShapeThenTheNewOne() throws {
        let store = try VersionedStore(NotesV1.self, Notes.fill)
        let context = ModelContext(try store.container(NotesV3.self, plan: NotesPlan.self))
        #expect(try Notes.tags(context) == Notes.tags)
        let notes = try context.fetch(FetchDescriptor<NotesV3.Note>())
        #expect(notes.allSatisfy { $0.length == $0.text.count })
        #expect(notes.compactMap(\.scan) == [Notes.scan])
        #expect(
            try store.folder.sqlite3("SELECT group_concat(ZNAME) FROM (SELECT * FROM ZTAG ORDER BY ZNAME)")
                == "home,work"
        )
        #expect(try store.folder.sqlite3("PRAGMA integrity_check") == "ok")
        #expect(try store.strays() == [".test_SUPPORT"])
    }

    @Test func rowsKeepTheirKeys() throws {
        let store = try VersionedStore(NotesV1.self, Notes.fill)
        let key = try store.folder.sqlite3("SELECT Z_PK FROM ZNOTE WHERE ZTEXT LIKE 'contract%'")
        _ = try store.container(NotesV3.self, plan: NotesPlan.self)
        #expect(try store.folder.sqlite3("SELECT Z_PK FROM ZNOTE WHERE ZTEXT = 'contract'") == key)
    }

    @Test func whatClosuresSavedHasAnAuthorInTheHistory() throws {
        let store = try VersionedStore(NotesV1.self, Notes.fill)
        let context = ModelContext(try store.container(NotesV3.self, plan: NotesPlan.self))
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.map(\.author).filter { $0 == "OpenSwiftData.Migration" }.count == 3)
        context.insert(NotesV3.Tag(name: "new"))
        try context.save()
        let last = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
        #expect(last?.author == nil && last?.changes.count == 1)
    }

    @Test func aClosureThatThrowsChangesNothing() throws {
        struct Refusal: Error {}
        enum Failing: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { NotesPlan.schemas }
            static var stages: [MigrationStage] {
                let last = MigrationStage.custom(
                    fromVersion: NotesV2.self,
                    toVersion: NotesV3.self,
                    willMigrate: { context in
                        for note in try context.fetch(FetchDescriptor<NotesV2.Note>()) {
                            note.scan = Data(count: 300_000)
                        }
                        try context.save()
                    },
                    didMigrate: { _ in throw Refusal() }
                )
                return [NotesPlan.tags, last]
            }
        }
        let store = try VersionedStore(NotesV1.self, Notes.fill)
        let (dump, files) = (
            try store.dump(), try FileManager.default.subpathsOfDirectory(atPath: store.folder.url.path)
        )
        let error = #expect(throws: StoreError.self) { try store.container(NotesV3.self, plan: Failing.self) }
        #expect(error?.code == .migration)
        #expect(error?.underlyingError is Refusal)
        #expect(error?.message.contains("NotesV2 (2.0.0) → NotesV3 (3.0.0)") == true)
        #expect(error?.message.contains("didMigrate") == true)
        #expect(try store.dump() == dump)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: store.folder.url.path).sorted() == files.sorted())
        // It still opens as it was, and migrates with a better plan.
        let old = ModelContext(try store.container(NotesV1.self))
        #expect(try old.fetchCount(FetchDescriptor<NotesV1.Note>()) == 5)
        let context = ModelContext(try store.container(NotesV3.self, plan: NotesPlan.self))
        #expect(try Notes.tags(context) == Notes.tags)
    }

    @Test func theContextOfThePastIsOnlyRead() throws {
        enum Writing: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
            static var stages: [MigrationStage] {
                [
                    .custom(
                        fromVersion: NotesV1.self,
                        toVersion: NotesV2.self,
                        willMigrate: { context in
                            guard context.contextBeforeMigration == nil else { throw CocoaError(.featureUnsupported) }
                            try context.delete(model: NotesV1.Note.self)
                        },
                        didMigrate: { context in
                            guard let past = context.contextBeforeMigration else {
                                throw CocoaError(.featureUnsupported)
                            }
                            // What willMigrate has deleted was there before the stage, its files included.
                            let notes = try past.fetch(FetchDescriptor<NotesV1.Note>())
                            guard notes.count == 5, notes.contains(where: { $0.scan == Notes.scan }) else {
                                throw CocoaError(.fileReadCorruptFile)
                            }
                            notes.first?.text = "changed"
                            do { try past.save() } catch StoreError.Code.readOnly { return }
                            throw CocoaError(.fileWriteUnknown)
                        }
                    )
                ]
            }
        }
        let store = try VersionedStore(NotesV1.self, Notes.fill)
        let context = ModelContext(try store.container(NotesV2.self, plan: Writing.self))
        #expect(try context.fetchCount(FetchDescriptor<NotesV2.Note>()) == 0)
        // No row refers to the file any more.
        #expect(try store.folder.sqlite3("SELECT count(*) FROM ZNOTE") == "0")
        let files = try FileManager.default.subpathsOfDirectory(atPath: store.folder.url.path)
        #expect(
            !files.contains {
                $0.contains("_EXTERNAL_DATA/") && UUID(uuidString: ($0 as NSString).lastPathComponent) != nil
            }
        )
    }

    @Test func duplicatesThatAStageRemovedAreNotInTheWayOfAConstraint() throws {
        enum Hasty: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
            static var stages: [MigrationStage] { [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)] }
        }
        let store = try VersionedStore(NotesV1.self, Notes.fill)
        let error = #expect(throws: StoreError.self) { try store.container(NotesV2.self, plan: Hasty.self) }
        #expect(error?.code == .migration && error?.entityName == "Note")
        _ = try store.container(NotesV3.self, plan: NotesPlan.self)
    }

    @Test func aContextThatOutlivesItsStageReadsNothing() throws {
        enum Keeping: SchemaMigrationPlan {
            nonisolated(unsafe) static var kept: ModelContext?
            static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
            static var stages: [MigrationStage] {
                [
                    .custom(
                        fromVersion: NotesV1.self,
                        toVersion: NotesV2.self,
                        willMigrate: { context in
                            kept = context
                            try context.delete(model: NotesV1.Note.self)
                        },
                        didMigrate: nil
                    )
                ]
            }
        }
        let store = try VersionedStore(NotesV1.self, Notes.fill)
        _ = try store.container(NotesV2.self, plan: Keeping.self)
        let kept = try #require(Keeping.kept)
        Keeping.kept = nil
        let error = #expect(throws: StoreError.self) { try kept.fetch(FetchDescriptor<NotesV1.Note>()) }
        #expect(error?.code == .closed)
    }

    /// Two versions that differ in nothing but the values: the file knows which one it is.
    @Test func aStageMayChangeValuesAlone() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch fock")) }
        for _ in 1...2 {
            let context = ModelContext(try store.container(CapitalBoats.self, plan: CapitalBoatsPlan.self))
            #expect(try context.fetch(FetchDescriptor<CapitalBoats.Boat>()).map(\.name) == ["GORCH FOCK!"])
        }
    }

    /// A text becomes a date: the new property begins empty, and the stage reads the old one beside it.
    @Test func codeConvertsWhatCannotBeInferred() throws {
        let store = try VersionedStore(Boats.self) { context in
            for name in ["1000", "none", "86400"] { context.insert(Boats.Boat(name: name)) }
        }
        let context = ModelContext(try store.container(TimedBoats.self, plan: TimedBoatsPlan.self))
        let boats = try context.fetch(FetchDescriptor<TimedBoats.Boat>())
        #expect(
            Set(boats.map(\.name))
                == [Date(timeIntervalSince1970: 1000), nil, Date(timeIntervalSince1970: 86400)]
        )
        #expect(try store.folder.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test func progressIsTold() throws {
        let store = try VersionedStore(VoyagesV1.self, Voyages.fill)
        let progress = ProgressLog()
        _ = try withMigrationProgress {
            progress.add($0)
        } _: {
            try store.container(VoyagesV3.self, plan: VoyagesPlan.self)
        }
        let fractions = progress.all.map(\.fractionCompleted)
        #expect(fractions == fractions.sorted() && fractions.last == 1)
        #expect(Set(progress.all.map(\.stepNumber)) == [1, 2] && progress.all.allSatisfy { $0.stepCount == 2 })
        let before = progress.all.count
        _ = try withMigrationProgress {
            progress.add($0)
        } _: {
            try store.container(VoyagesV3.self, plan: VoyagesPlan.self)
        }
        #expect(progress.all.count == before)
    }
}

/// `@unchecked Sendable`: a lock guards the list.
private final class ProgressLog: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [MigrationProgress] = []
    var all: [MigrationProgress] { lock.withLock { list } }
    func add(_ progress: MigrationProgress) { lock.withLock { list.append(progress) } }
}
