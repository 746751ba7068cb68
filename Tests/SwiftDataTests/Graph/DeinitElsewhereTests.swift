#if DEBUG
    import Foundation
    import SwiftData
    import SwiftDataCore
    import SwiftDataSQLite
    import TestSupport
    import Testing

    /// The work of the deinitialisers of ``Lodger`` and ``Lodge``.
    private enum Deinitialiser: CaseIterable {
        case nothing, reads, writes

        static let current = Mutexed(Deinitialiser.nothing)
        /// The values that they have read.
        static let seen = Mutexed<[String]>([])
    }

    @Model private final class Lodge {
        var name: String
        @Relationship(inverse: \Lodger.lodge) var lodgers: [Lodger] = []

        init(name: String) { self.name = name }

        deinit {
            switch Deinitialiser.current.withLock({ $0 }) {
            case .nothing: break
            case .reads:
                let words = "\(name): \(lodgers.count), \(hasChanges)"
                Deinitialiser.seen.withLock { $0.append(words) }
            case .writes:
                guard name != "new" else { return }
                name = "written"
                lodgers = []
                lodgers.append(Lodger(name: "new"))
            }
        }
    }

    @Model private final class Lodger {
        var name: String
        var words: [String] = ["hello"]
        var lodge: Lodge?

        init(name: String) { self.name = name }

        deinit {
            switch Deinitialiser.current.withLock({ $0 }) {
            case .nothing: break
            case .reads:
                let words = "\(name): \(words.count), \(lodge == nil)"
                Deinitialiser.seen.withLock { $0.append(words) }
            case .writes:
                guard name != "new" else { return }
                name = "written"
                words.append("written")
                lodge = nil
                lodge = Lodge(name: "new")
            }
        }
    }

    // The hooks and reports of a process serve one test at a time.
    extension ReleaseElsewhereTests {
        /// Models whose deinitialisers read faults and write relationships, released on another thread while their context is
        /// at work: nothing is damaged, no thread waits, and a debug build reports it.
        @Suite struct DeinitElsewhereTests {
            private let store: TemporaryFolder
            private let context: ModelContext

            init() throws {
                Deinitialiser.current.withLock { $0 = .nothing }
                Deinitialiser.seen.withLock { $0 = [] }
                store = try TemporaryFolder()
                let container = try store.container(for: Lodge.self)
                let writer = ModelContext(container)
                let lodge = Lodge(name: "lodge")
                writer.insert(lodge)
                lodge.lodgers = (0..<4).map { Lodger(name: "\($0)") }
                try writer.save()
                context = ModelContext(container)
            }

            private func lodgers() throws -> [Lodger] {
                try context.fetch(FetchDescriptor<Lodger>(sortBy: [SortDescriptor(\.name)]))
            }

            private func lodge() throws -> Lodge { try #require(try context.fetch(FetchDescriptor<Lodge>()).first) }

            /// Expects the content of the file and of the models that an undamaged context has.
            private func expectWhole() throws {
                Deinitialiser.current.withLock { $0 = .nothing }
                #expect(!context.hasChanges)
                try context.save()
                #expect(
                    try store.sqlite3("SELECT ZNAME, ZLODGE FROM ZLODGER ORDER BY ZNAME") == "0|1\n1|1\n2|1\n3|1"
                )
                #expect(try store.sqlite3("SELECT ZNAME FROM ZLODGE") == "lodge")
                let (all, lodge) = (try lodgers(), try lodge())
                #expect(all.map(\.name) == ["0", "1", "2", "3"] && all.allSatisfy { $0.words == ["hello"] })
                #expect(all.allSatisfy { $0.lodge === lodge })
                #expect(Set(lodge.lodgers.map(\.name)) == ["0", "1", "2", "3"])
                #expect(lodge.name == "lodge")
            }

            /// The reports of the deinitialisers that run meanwhile.
            private func reports(_ work: () throws -> Void) rethrows -> Set<IsolationReports.Use> {
                let found = Mutexed<Set<IsolationReports.Use>>([])
                IsolationReports.setHandler { use, _ in
                    guard use == .deinitialiser("Lodger") || use == .deinitialiser("Lodge") else { return }
                    _ = found.withLock { $0.insert(use) }
                }
                defer { IsolationReports.setHandler(nil) }
                try work()
                return found.withLock { $0 }
            }

            /// Drops what a closure gives while the context is in the middle of an operation, which waits for the end of the
            /// release.
            private func dropInAnOperation(_ models: () throws -> [Any]) throws {
                let parcel = Bundled(try models())
                context.unit.exclusively { Releaser(dropping: parcel, stoppingAt: .nowhere).finish() }
            }

            @Test func whatTheyWriteIsNeitherSavedNorSeen() throws {
                let found = try reports {
                    Deinitialiser.current.withLock { $0 = .writes }
                    try dropInAnOperation { try lodgers() }
                    try dropInAnOperation {
                        let lodge = try lodge()
                        #expect(lodge.lodgers.count == 4)
                        return [lodge]
                    }
                }
                #expect(found == [.deinitialiser("Lodger"), .deinitialiser("Lodge")])
                try expectWhole()
            }

            @Test func faultsAreNotLoaded() throws {
                let store = try #require(context.container.core.stores.first)
                let identifiers = try context.fetchIdentifiers(
                    FetchDescriptor<Lodger>(sortBy: [SortDescriptor(\.name)])
                )
                let statements = Mutexed(0)
                try watching(store, statements) {
                    let found = try reports {
                        Deinitialiser.current.withLock { $0 = .reads }
                        try dropInAnOperation { [try #require(context.model(for: identifiers[0]) as? Lodger)] }
                    }
                    #expect(found == [.deinitialiser("Lodger")])
                }
                #expect(statements.withLock { $0 } == 0)
                #expect(Deinitialiser.seen.withLock { $0 } == [": 1, true"])
                try expectWhole()
            }

            private func watching(_ store: any StoreAccess, _ count: Mutexed<Int>, _ work: () throws -> Void) throws {
                let connection = try #require(store.object as? DefaultStore).connection
                connection.statementObserver = { _ in count.withLock { $0 += 1 } }
                defer { connection.statementObserver = nil }
                try work()
            }

            /// The lodge alone is dropped, with its members in memory.
            @Test func membersThatAreInMemoryAreNotGivenToAnotherThread() throws {
                let all = try lodgers()
                let found = try reports {
                    Deinitialiser.current.withLock { $0 = .reads }
                    try dropInAnOperation {
                        let lodge = try lodge()
                        #expect(lodge.lodgers.count == 4)
                        return [lodge]
                    }
                }
                #expect(found == [.deinitialiser("Lodge")])
                #expect(Deinitialiser.seen.withLock { $0 } == ["lodge: 0, false"])
                Deinitialiser.current.withLock { $0 = .nothing }
                withExtendedLifetime(all) {}
                try expectWhole()
            }

            @Test func faultsAreLoadedInTheOwnIsolation() throws {
                let identifiers = try context.fetchIdentifiers(
                    FetchDescriptor<Lodger>(sortBy: [SortDescriptor(\.name)])
                )
                let owner = try #require(try context.fetchIdentifiers(FetchDescriptor<Lodge>()).first)
                let found = try reports {
                    // What a deinitialiser leads to is held: its own would lead back else, and so on.
                    let lodge = try lodge()
                    Deinitialiser.current.withLock { $0 = .reads }
                    _ = try #require(context.model(for: identifiers[2]) as? Lodger)
                    Deinitialiser.current.withLock { $0 = .nothing }
                    withExtendedLifetime(lodge) {}
                }
                #expect(found.isEmpty)
                let again = try reports {
                    let all = try lodgers()
                    Deinitialiser.current.withLock { $0 = .reads }
                    _ = try #require(context.model(for: owner) as? Lodge)
                    Deinitialiser.current.withLock { $0 = .nothing }
                    withExtendedLifetime(all) {}
                }
                #expect(again.isEmpty)
                #expect(Deinitialiser.seen.withLock { $0 } == ["2: 1, false", "lodge: 4, false"])
                try expectWhole()
            }

            /// Fetches and saves meet the models in the middle of their ends.
            @Test(arguments: [false, true])
            func theContextWorksOnMeanwhile(writes: Bool) throws {
                for round in 0..<20 {
                    var held = try lodgers()
                    let lodge = try lodge()
                    #expect(lodge.lodgers.count == 4)
                    Deinitialiser.current.withLock { $0 = writes ? .writes : .reads }
                    _ = reports {
                        let releaser = Releaser(dropping: Bundled(held.remove(at: round % 4)), stoppingAt: .storage)
                        let met = (try? lodgers()) ?? []
                        #expect(met.map(\.name) == ["0", "1", "2", "3"])
                        #expect(met.allSatisfy { $0.lodge === lodge })
                        #expect(Set(lodge.lodgers.map(\.name)) == ["0", "1", "2", "3"])
                        met[round % 4].words = ["hello", "you"]
                        #expect(throws: Never.self) { try context.save() }
                        releaser.finish()
                        #expect(met[round % 4].words.count == 2)
                        met[round % 4].words = ["hello"]
                        #expect(throws: Never.self) { try context.save() }
                    }
                    Deinitialiser.current.withLock { $0 = .nothing }
                    try expectWhole()
                }
            }

            /// In its own isolation, a deinitialiser may load; what it writes is not saved there either.
            @Test func aWriteInTheOwnIsolationIsNotSavedAndNotReported() throws {
                var state: ModelState?
                let found = try reports {
                    var held = try lodgers()
                    Deinitialiser.current.withLock { $0 = .writes }
                    state = held[0]._$modelState
                    held = []
                }
                #expect(found.isEmpty)
                try expectWhole()
                withExtendedLifetime(state) {}
            }
        }
    }
#endif
