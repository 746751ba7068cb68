import Foundation
import SwiftData
import TestSupport
import Testing

/// The successor of a model of the past is found, whatever happened to its entity.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct MigratedModelTests {
    private enum LabellingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [KennelsV1.self, KennelsV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: KennelsV1.self,
                    toVersion: KennelsV2.self,
                    willMigrate: nil,
                    didMigrate: { context in
                        guard let past = context.contextBeforeMigration else { throw CocoaError(.featureUnsupported) }
                        for old in try past.fetch(FetchDescriptor<KennelsV1.Cat>()) {
                            guard let cat = try context.migratedModel(of: old, as: KennelsV2.Cat.self),
                                // Found as what it is, also where its superclass is asked for, and as nothing else.
                                try context.migratedModel(of: old, as: KennelsV2.Pet.self) === cat,
                                try context.migratedModel(of: old, as: KennelsV2.Dog.self) == nil
                            else { throw CocoaError(.fileReadCorruptFile) }
                            cat.label = "cat " + old.name
                        }
                        for old in try past.fetch(FetchDescriptor<KennelsV1.Dog>()) {
                            let dog: KennelsV2.Dog? = try context.migratedModel(of: old)
                            dog?.label = "dog " + old.name
                        }
                        for old in try past.fetch(FetchDescriptor<KennelsV1.Walk>()) {
                            let stroll = try context.migratedModel(of: old, as: KennelsV2.Stroll.self)
                            stroll?.label = "walk " + old.place
                        }
                    }
                )
            ]
        }
    }

    @Test func mergedAndRenamedEntitiesAreFound() throws {
        let store = try VersionedStore(KennelsV1.self, Kennels.fill)
        let context = ModelContext(try store.container(KennelsV2.self, plan: LabellingPlan.self))
        let pets = try context.fetch(FetchDescriptor<KennelsV2.Pet>(sortBy: [SortDescriptor(\.name)]))
        #expect(pets.map(\.label) == ["dog Bello", "cat Felix", "dog Lassie", "dog Rex", "cat Tom"])
        #expect(pets.map { $0 is KennelsV2.Cat } == [false, true, false, false, true])
        let strolls = try context.fetch(FetchDescriptor<KennelsV2.Stroll>(sortBy: [SortDescriptor(\.place)]))
        #expect(strolls.map(\.label) == ["walk beach", "walk wood"])
        // The keys did change, or the test would show nothing.
        #expect(
            try store.folder.sqlite3("SELECT group_concat(Z_PK) FROM (SELECT * FROM ZPET ORDER BY Z_PK)") == "1,2,3,4,5"
        )
    }

    /// An identifier of the past may be the key of a row of another class today.
    @Test func anOldIdentifierOverwritesNoRowOfAnotherClass() throws {
        enum Hasty: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { LabellingPlan.schemas }
            static var stages: [MigrationStage] {
                [
                    .custom(
                        fromVersion: KennelsV1.self,
                        toVersion: KennelsV2.self,
                        willMigrate: nil,
                        didMigrate: { context in
                            for old in try context.contextBeforeMigration?.fetch(FetchDescriptor<KennelsV1.Cat>()) ?? []
                            {
                                (context.model(for: old.persistentModelID) as? KennelsV2.Cat)?.label = "cat " + old.name
                            }
                        }
                    )
                ]
            }
        }
        let store = try VersionedStore(KennelsV1.self, Kennels.fill)
        // The edit of a missing model is refused or dropped: no row of another class has it.
        let container = try? store.container(KennelsV2.self, plan: Hasty.self)
        let pets = try container.map { try ModelContext($0).fetch(FetchDescriptor<KennelsV2.Pet>()) } ?? []
        #expect(pets.allSatisfy { $0.label.isEmpty || ($0 is KennelsV2.Cat && $0.label == "cat " + $0.name) })
        #expect(container == nil || pets.count == 5)
    }

    /// Duplicates go before the migration, and what is left is filled after it.
    @Test func whatWillMigrateRemovedHasBecomeNothing() throws {
        enum Cleaning: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self] }
            static var stages: [MigrationStage] {
                [
                    .custom(
                        fromVersion: NotesV1.self,
                        toVersion: NotesV2.self,
                        willMigrate: { context in
                            var texts: Set<String> = []
                            for note in try context.fetch(FetchDescriptor<NotesV1.Note>())
                            where !texts.insert(note.text).inserted {
                                context.delete(note)
                            }
                            try context.save()
                        },
                        didMigrate: { context in
                            guard let past = context.contextBeforeMigration else {
                                throw CocoaError(.featureUnsupported)
                            }
                            for old in try past.fetch(FetchDescriptor<NotesV1.Note>()) {
                                let note = try context.migratedModel(of: old, as: NotesV2.Note.self)
                                guard let note else {
                                    context.insert(NotesV2.Tag(name: "gone: " + old.text))
                                    continue
                                }
                                if old.text == "sleep" {
                                    context.delete(note)
                                    guard try context.migratedModel(of: old, as: NotesV2.Note.self) == nil else {
                                        throw CocoaError(.fileReadCorruptFile)
                                    }
                                } else {
                                    note.scan = Data(old.text.utf8)
                                }
                                guard try context.migratedModel(of: note, as: NotesV2.Note.self) == nil else {
                                    throw CocoaError(.fileReadCorruptFile)
                                }
                            }
                        }
                    )
                ]
            }
        }
        let store = try VersionedStore(NotesV1.self, Notes.fill)
        let context = ModelContext(try store.container(NotesV2.self, plan: Cleaning.self))
        let notes = try context.fetch(FetchDescriptor<NotesV2.Note>(sortBy: [SortDescriptor(\.text)]))
        #expect(notes.map(\.text) == ["buy milk #home", "call Anna #work #home", "contract #work"])
        #expect(notes.map(\.scan) == notes.map { Data($0.text.utf8) })
        #expect(try context.fetch(FetchDescriptor<NotesV2.Tag>()).map(\.name) == ["gone: buy milk #home"])
        #expect(try context.migratedModel(of: notes[0], as: NotesV2.Note.self) == nil)
    }

    /// The copy of the past has the tables of the models alone, and no column that SQLite works out.
    @Test func columnsThatSQLiteWorksOutAreNoObstacle() throws {
        let store = try VersionedStore(Boats.self) { $0.insert(Boats.Boat(name: "gorch fock")) }
        _ = try store.folder.sqlite3(
            """
            ALTER TABLE ZBOAT ADD COLUMN twice TEXT GENERATED ALWAYS AS (ZNAME || ZNAME) VIRTUAL;
            CREATE TABLE foreigners (id INTEGER PRIMARY KEY, square INTEGER GENERATED ALWAYS AS (id * id) STORED);
            INSERT INTO foreigners (id) VALUES (7);
            """
        )
        let context = ModelContext(try store.container(CapitalBoats.self, plan: CapitalBoatsPlan.self))
        #expect(try context.fetch(FetchDescriptor<CapitalBoats.Boat>()).map(\.name) == ["GORCH FOCK!"])
        #expect(try store.folder.sqlite3("SELECT twice FROM ZBOAT") == "GORCH FOCK!GORCH FOCK!")
        #expect(try store.folder.sqlite3("SELECT square FROM foreigners") == "49")
    }
}
