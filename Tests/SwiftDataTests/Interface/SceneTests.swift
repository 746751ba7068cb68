import Foundation
import JSONStoreExample
import SwiftData
import TestSupport
import Testing

extension FakeUI {
    /// A program with a store of its own, as the talk about such stores has it.
    struct ArchivedApp: App {
        private let folder: TemporaryFolder
        let container: ModelContainer
        let jsonFileURL: URL

        init() {
            do {
                folder = try TemporaryFolder()
                jsonFileURL = folder.file("trips.json")
                let configuration = JSONStoreConfiguration(name: "trips", schema: Schema([Trip.self]), url: jsonFileURL)
                container = try ModelContainer(for: Trip.self, configurations: configuration)
            } catch {
                fatalError("Failed to create the container: \(error)")
            }
        }

        var body: some Scene {
            WindowGroup {
                ContentView()
            }
            .modelContainer(container)
        }
    }

    /// A program whose windows have a context that it has made.
    struct ContextApp: App {
        let container: ModelContainer
        let context: ModelContext

        init() {
            do {
                let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
                container = try ModelContainer(for: Trip.self, configurations: configuration)
                context = ModelContext(container)
                context.autosaveEnabled = false
            } catch {
                fatalError("Failed to create the container: \(error)")
            }
        }

        var body: some Scene {
            WindowGroup {
                ContentView()
            }
            .modelContext(context)
        }
    }

    /// A program whose container cannot be made.
    struct BrokenApp: App {
        @MainActor final class Setups { var results: [Result<ModelContainer, any Error>] = [] }

        let setups = Setups()

        var body: some Scene {
            WindowGroup {
                ContentView()
                FailureView()
            }
            .modelContainer(for: [Conflicting.self, OtherSchema.Conflicting.self], inMemory: true) { result in
                setups.results.append(result)
            }
        }
    }

    struct FailureView: View {
        @Query private var trips: [Trip]

        var body: some View {
            if let error = _trips.fetchError { Text("\(error)") }
        }
    }
}

extension ProgramContainerTests {
    /// Scenes: the stores, contexts and undo managers that their windows have.
    @MainActor struct SceneTests {
        @Test func aSceneShowsAStoreOfItsOwn() async throws {
            try await withoutDefault {
                let program = FakeUI.Program<FakeUI.ArchivedApp>()
                let (first, second) = (program.openWindow(), program.openWindow())
                let context = program.app.container.mainContext
                insert("Old", "New", into: context)
                try context.save()
                #expect(await first.shows(["New", "Old"]))
                #expect(await second.shows(["New", "Old"]))
                #expect(try String(contentsOf: program.app.jsonFileURL, encoding: .utf8).contains("New"))
                let other = ModelContext(program.app.container)
                try other.fetch(FetchDescriptor<FakeUI.Trip>()).filter { $0.name == "New" }.forEach(other.delete)
                try other.save()
                #expect(await first.shows(["Old"]))
                #expect(await second.shows(["Old"]))
            }
        }

        @Test func aContextIsGivenToTheWindowsOfAScene() async throws {
            await withoutDefault {
                let program = FakeUI.Program<FakeUI.ContextApp>()
                insert("Of the main context", into: program.app.container.mainContext)
                insert("Unsaved", into: program.app.context)
                let (first, second) = (program.openWindow(), program.openWindow())
                #expect(first.lines == ["Unsaved", "unsaved"])
                #expect(second.lines == first.lines)
                // The context is that of the windows alone.
                #expect(ModelContainer.default == nil)
                program.app.context.rollback()
                #expect(await first.shows(["Of the main context"]))
                #expect(await second.shows(["Of the main context"]))
            }
        }

        @Test func undoIsThatOfTheProgram() async throws {
            try await withoutDefault {
                let program = FakeUI.Program<FakeUI.TripsApp>()
                let undoManager = UndoManager()
                program.undoManager = undoManager
                let window = program.openWindow()
                let context = try #require(ModelContainer.default?.mainContext)
                #expect(context.undoManager === undoManager)
                insert("Trip", into: context)
                try context.save()
                #expect(await window.shows(["Trip"]))
                undoManager.undo()
                try context.save()
                #expect(await window.shows([]))
                undoManager.redo()
                try context.save()
                #expect(await window.shows(["Trip"]))
            }
        }

        @Test func theViewsBelowAContainerThatCannotBeMadeAreEmpty() async throws {
            try await withoutDefault {
                let program = FakeUI.Program<FakeUI.BrokenApp>()
                let (first, second) = (program.openWindow(), program.openWindow())
                #expect(program.app.setups.results.count == 1)
                let result = try #require(program.app.setups.results.first)
                #expect(throws: (any Error).self) { try result.get() }
                for window in [first, second] {
                    #expect(window.lines == ["\(QueryError.noContext(entityName: "Trip"))"])
                    #expect(window.lines.first?.contains("onSetup") == true)
                }
                // The views go on as soon as there is a container.
                let container = try ModelContainer(
                    for: FakeUI.Trip.self,
                    configurations: ModelConfiguration(isStoredInMemoryOnly: true)
                )
                insert("Trip", into: container.mainContext)
                try container.mainContext.save()
                ModelContainer.default = container
                #expect(await first.shows(["Trip"]))
                #expect(await second.shows(["Trip"]))
            }
        }
    }
}
