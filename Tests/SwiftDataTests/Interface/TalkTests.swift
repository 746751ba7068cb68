import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

extension ProgramContainerTests {
    /// The code of the talks, which runs in the fake user interface.
    @MainActor struct TalkTests {
        @Test func windowsOfASceneShareAContainerAndFollowEachOther() async throws {
            try await withoutDefault {
                let program = FakeUI.Program<FakeUI.TripsApp>()
                let (first, second) = (program.openWindow(), program.openWindow())
                #expect(first.lines.isEmpty && second.lines.isEmpty)
                let container = try #require(ModelContainer.default)
                let context = container.mainContext
                #expect(context.undoManager != nil && context.autosaveEnabled)
                insert("Old", "New", into: context)
                try context.save()
                #expect(await first.shows(["New", "Old"]))
                #expect(await second.shows(["New", "Old"]))
                let other = ModelContext(container)
                try other.delete(model: FakeUI.Trip.self, where: #Predicate { $0.name == "Old" })
                try other.save()
                #expect(await first.shows(["New"]))
                #expect(await second.shows(["New"]))
                #expect(first.drawings < 20)
            }
        }

        @Test func aCustomizedContainerIsTheOneOfTheViews() async throws {
            await withoutDefault {
                let program = FakeUI.Program<FakeUI.CustomizedApp>()
                insert("Trip", into: program.app.container.mainContext)
                #expect(await program.openWindow().shows(["Trip", "unsaved"]))
                #expect(ModelContainer.default == program.app.container)
                #expect(program.app.container.mainContext.undoManager == nil)
            }
        }

        @Test func previewsShowSampleData() async throws {
            let preview = FakeUI.Preview("Trips", traits: .sampleData) {
                FakeUI.ContentView()
            }
            let container = try await FakeUI.SharedContexts.shared.context(of: FakeUI.SampleData.self)
            try container.mainContext.save()
            #expect(await (try preview.open()).shows(["Sample"]))
        }

        @Test func previewsHaveQueriesOfTheirOwn() async throws {
            let preview = FakeUI.Preview(traits: .sampleData) {
                @Previewable @Query var trips: [FakeUI.Trip]
                FakeUI.BucketListItemView(trip: trips.first)
            }
            let window = try await preview.open()
            #expect(await window.shows(["Sample: Swim"]))
        }

        @Test func aQueryOfAPreviewFollowsChanges() async throws {
            let preview = FakeUI.Preview(traits: .modifier(FakeUI.NoData())) {
                @Previewable @Query(sort: \.name) var trips: [FakeUI.Trip]
                FakeUI.Text(trips.map(\.name).joined(separator: ", "))
            }
            let (first, second) = (try await preview.open(), try await preview.open())
            #expect(first.lines == [""])
            let container = try await FakeUI.SharedContexts.shared.context(of: FakeUI.NoData.self)
            for (name, lines) in [("A", ["A"]), ("B", ["A, B"]), ("C", ["A, B, C"])] {
                insert(name, into: container.mainContext)
                #expect(await first.shows(lines))
                #expect(await second.shows(lines))
            }
            let fetches = container.mainContext.observerCounts.fetches
            for _ in 1...100 { first.draw() }
            #expect(container.mainContext.observerCounts.fetches == fetches && first.lines == ["A, B, C"])
        }

        @Test func theContextOfPreviewsIsMadeOnce() async throws {
            let previews = (1...3).map { _ in
                FakeUI.Preview(traits: .modifier(FakeUI.SlowData())) { FakeUI.ContentView() }
            }
            let openings = previews.map { preview in Task { try await preview.open() } }
            for opening in openings {
                await #expect(throws: FakeUI.SlowData.Failure.self) { _ = try await opening.value }
            }
            #expect(FakeUI.SlowData.made == 1)
            // The next ones try again.
            for preview in previews { #expect(try await preview.open().lines.isEmpty) }
            #expect(FakeUI.SlowData.made == 2)
        }

        @Test func aViewWithoutContainerIsEmpty() async throws {
            await withoutDefault {
                let window = FakeUI.Window { FakeUI.ContentView() }
                #expect(window.lines.isEmpty)
            }
        }

        @Test func aViewThatIsMadeAnewDoesNotFetch() async throws {
            let container = try ModelContainer(
                for: FakeUI.Trip.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
            insert("Trip", into: container.mainContext)
            try container.mainContext.save()
            let window = FakeUI.Window { FakeUI.ContentView().modelContainer(container) }
            #expect(window.lines == ["Trip"])
            let fetches = container.mainContext.observerCounts.fetches
            for _ in 1...1_000 { window.draw() }
            #expect(window.lines == ["Trip"] && window.drawings == 1_001)
            #expect(container.mainContext.observerCounts.fetches == fetches)
        }

        // MARK: Modifiers

        @MainActor private final class Arguments { var isUndoEnabled = false }

        @Test func theContainerOfAViewIsMadeOnce() async throws {
            nonisolated(unsafe) var setups: [Result<ModelContainer, any Error>] = []
            let arguments = Arguments()
            let window = FakeUI.Window {
                FakeUI.ContentView().modelContainer(
                    for: FakeUI.Trip.self,
                    inMemory: true,
                    isAutosaveEnabled: false,
                    isUndoEnabled: arguments.isUndoEnabled
                ) { setups.append($0) }
            }
            arguments.isUndoEnabled = true
            window.draw()
            #expect(setups.count == 1)
            let context = try #require(try setups.first?.get().mainContext)
            #expect(!context.autosaveEnabled && context.undoManager == nil)
            insert("Trip", into: context)
            #expect(await window.shows(["Trip", "unsaved"]))
        }

        @Test func undoIsThatOfTheWindow() throws {
            let undoManager = UndoManager()
            let window = FakeUI.Window(FakeUI.EnvironmentValues(undoManager: undoManager)) {
                FakeUI.ContextReader().modelContainer(for: FakeUI.Trip.self, inMemory: true, isUndoEnabled: true)
            }
            #expect(window.lines == ["autosave, \(ObjectIdentifier(undoManager))"])
        }

        /// A list by `@Query` and a button that inserts by `@Environment(\.modelContext)` mean the same context.
        @Test func theContextOfTheEnvironmentIsThatOfQueries() throws {
            let container = try ModelContainer(
                for: FakeUI.Trip.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
            let query = Query<FakeUI.Trip, [FakeUI.Trip]>()
            container.withCurrent {
                #expect(FakeUI.EnvironmentValues().modelContext === container.mainContext)
                #expect(query.modelContext === container.mainContext)
            }
            let other = ModelContext(container)
            container.withCurrent { #expect(FakeUI.EnvironmentValues(givenModelContext: other).modelContext === other) }
        }

        @Test func aContextIsGivenToTheViewsBelow() async throws {
            let container = try ModelContainer(
                for: FakeUI.Trip.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
            let context = ModelContext(container)
            insert("Unsaved", into: context)
            let views = FakeUI.Group(views: [FakeUI.ContentView().modelContext(context), FakeUI.ContentView()])
            let window = FakeUI.Window { views.modelContainer(container) }
            // The view below the container does not see what the context has not saved.
            #expect(window.lines == ["Unsaved", "unsaved"])
            try context.save()
            #expect(await window.shows(["Unsaved", "Unsaved"]))
        }

        @Test func aContainerThatCannotBeMadeIsReported() async throws {
            await withoutDefault {
                let scope = ModelScope(isOfScene: true)
                var environment = FakeUI.EnvironmentValues()
                nonisolated(unsafe) var failures = 0
                let source = ModelContainerSource.models(
                    for: [FakeUI.Conflicting.self, FakeUI.OtherSchema.Conflicting.self],
                    inMemory: true
                ) {
                    if case .failure = $0 { failures += 1 }
                }
                scope.enter(source, &environment)
                scope.enter(source, &environment)
                #expect(failures == 1 && scope.error != nil)
                #expect(environment.givenModelContext == nil && ModelContainer.default == nil)
                #expect(throws: (any Error).self) { try environment.modelContext.fetch(FetchDescriptor<FakeUI.Trip>()) }
            }
        }
    }
}
