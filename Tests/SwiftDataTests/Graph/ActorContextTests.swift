#if DEBUG
    import Foundation
    import SwiftData
    import SwiftDataCore
    import TestSupport
    import Testing

    /// An actor of the program's own, which the library knows nothing of.
    @globalActor private actor Keeper {
        static let shared = Keeper()
    }

    /// Sendable, since it is isolated: it may be released anywhere, and its context with it.
    @Keeper private final class Desk {
        let context: ModelContext

        init(_ container: ModelContainer) { context = ModelContext(container) }
    }

    extension ReleaseElsewhereTests {
        /// Contexts of actors of the program's own, released elsewhere while the actor is at work with their models.
        @Suite struct ActorContextTests {
            private let store: TemporaryFolder
            private let container: ModelContainer

            init() throws {
                store = try TemporaryFolder()
                container = try store.container(for: Diary.self)
            }

            /// The text of the diary in the file, once it is as expected or time is up.
            private func text(_ expected: String) async throws -> String {
                for _ in 0..<500 where try store.sqlite3("SELECT ZTEXT FROM ZDIARY") != expected {
                    try await Task.sleep(for: .milliseconds(10))
                }
                return try store.sqlite3("SELECT ZTEXT FROM ZDIARY")
            }

            /// Releases a context on another thread in the middle of a turn, and goes on to write to its model.
            @Keeper private static func work(
                _ container: ModelContainer,
                _ path: String,
                autosaves: Bool
            ) throws -> Weak {
                var desk: Desk? = Desk(container)
                desk?.context.autosaveEnabled = autosaves
                let unit = Weak(desk?.context.unit)
                let diary = Diary(owner: "A", text: "first")
                desk?.context.insert(diary)
                let parcel = Bundled(desk as Any)
                desk = nil
                Releaser(dropping: parcel, stoppingAt: .nowhere).finish()
                for number in 0..<100 { diary.text = "\(number)" }
                #expect(unit.unit?.hasEnded == false)
                let count = try ChildProcess.run("sqlite3", [path, "SELECT count(*) FROM ZDIARY"])
                #expect(count.output == "0\n")
                diary.text = "last"
                return unit
            }

            private final class Weak: @unchecked Sendable {
                // Set once, in the initialiser.
                weak var unit: UnitOfWork?
                init(_ unit: UnitOfWork?) { self.unit = unit }
            }

            @Test func itIsSavedInALaterTurnOfTheActor() async throws {
                let unit = try await Self.work(container, store.file.path, autosaves: true)
                #expect(try await text("last") == "last")
                for _ in 0..<500 where unit.unit != nil { try await Task.sleep(for: .milliseconds(10)) }
                #expect(unit.unit == nil)
            }

            @Test func withoutAutosaveItsChangesEndWithTheLastModel() async throws {
                let unit = try await Self.work(container, store.file.path, autosaves: false)
                for _ in 0..<500 where unit.unit != nil { try await Task.sleep(for: .milliseconds(10)) }
                #expect(unit.unit == nil)
                #expect(try store.sqlite3("SELECT count(*) FROM ZDIARY") == "0")
            }

            @Test func aContextOfAnActorThatHasEndedIsSavedWhereItIsReleased() async throws {
                actor Short {
                    private let context: ModelContext

                    init(_ container: ModelContainer) {
                        context = ModelContext(container)
                        context.autosaveEnabled = true
                    }

                    func write() { context.insert(Diary(owner: "A", text: "last")) }
                }
                var short: Short? = Short(container)
                await short?.write()
                short = nil
                #expect(short == nil)
                #expect(try await text("last") == "last")
            }

            /// The actor may go on on any thread of the pool: its own deinitialisers are at home on each.
            @Keeper private static func release(_ container: ModelContainer) async throws {
                let context = ModelContext(container)
                context.insert(Diary(owner: "spoken", text: "words"))
                try context.save()
                let found = Mutexed(0)
                IsolationReports.setHandler { use, _ in
                    if use == .deinitialiser("Diary") { found.withLock { $0 += 1 } }
                }
                defer { IsolationReports.setHandler(nil) }
                Diary.lastWords.withLock { $0 = [] }
                for _ in 0..<50 {
                    let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Diary>()).first)
                    var diary = context.model(for: identifier) as? Diary
                    await Task { try? await Task.sleep(for: .milliseconds(1)) }.value
                    #expect(diary != nil)
                    diary = nil
                }
                #expect(Diary.lastWords.withLock { $0 } == Array(repeating: "spoken: words", count: 50))
                #expect(found.withLock { $0 } == 0)
            }

            @Test func itsDeinitialisersLoadOnEachThreadOfThePool() async throws {
                try await Self.release(container)
            }
        }
    }
#endif
