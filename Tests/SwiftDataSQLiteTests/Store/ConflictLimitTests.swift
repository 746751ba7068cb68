import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

/// A save of a row that is another before each attempt.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct ConflictLimitTests {
    /// A context that saves a note whose counter a trigger raises in each transaction that inserts something, before the note
    /// is updated. What the trigger has written is taken back with the attempt.
    private final class Contest {
        let folder: TemporaryFolder
        let context: ModelContext
        let note: Note
        private let attempts = Locked(0)

        /// The number of times that the save has been tried.
        var count: Int { attempts.withLock { $0 } }

        init(timeout: TimeInterval, onAttempt: @escaping @Sendable (Int) -> Void = { _ in }) throws {
            let library = try Library()
            folder = library.folder
            let first = library.context
            first.insert(Note("0"))
            try first.save()
            try library.write(
                "CREATE TRIGGER Contest AFTER UPDATE ON Z_PRIMARYKEY BEGIN UPDATE ZNOTE SET Z_OPT = Z_OPT + 1; END"
            )
            var configuration = ModelConfiguration(url: folder.url.appendingPathComponent("library.store"))
            configuration.schema = Schema(Library.models)
            var settings = ConnectionSettings(watching: .off)
            settings.conflictTimeout = timeout
            let store = try DefaultStore(configuration, settings: settings)
            let core = ContainerCore(
                schema: Schema(Library.models),
                migrationPlan: nil,
                stores: [TrustedStore(store)],
                configurations: [configuration]
            )
            context = ModelContext(core.container())
            note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
            store.statementObserver = { [attempts] sql in
                guard sql.contains("UPDATE"), sql.contains("ZNOTE") else { return }
                onAttempt(
                    attempts.withLock { count in
                        count += 1
                        return count
                    }
                )
            }
        }

        func save() throws {
            note.text = "mine"
            context.insert(Note("another"))
            try context.save()
        }
    }

    @Test func aSaveEndsAfterTheThirdAttemptWhenTheTimeIsOver() throws {
        let contest = try Contest(timeout: 0)
        let error = #expect(throws: StoreError.self) { try contest.save() }
        #expect(error?.code == .conflict)
        #expect(error?.persistentModelID == contest.note.persistentModelID)
        #expect(contest.count == 3)
        #expect(contest.note.text == "mine" && contest.context.hasChanges)
    }

    @Test func aCancelledTaskEndsTheSave() async throws {
        try await Task {
            let contest = try Contest(timeout: 3_600) { count in
                if count == 5 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            let error = #expect(throws: StoreError.self) { try contest.save() }
            #expect(error?.code == .conflict)
            #expect(error?.message.contains("cancelled") == true)
            #expect(contest.count == 5)
            #expect(contest.note.text == "mine" && contest.context.hasChanges)
        }.value
    }

    @Test func aTaskThatWasCancelledBeforeSavesWhatNobodyContests() async throws {
        try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let library = try Library()
            let context = library.context
            context.insert(Note("0"))
            try context.save()
            #expect(try library.rows("SELECT ZTEXT FROM ZNOTE") == ["0"])
        }.value
    }
}
