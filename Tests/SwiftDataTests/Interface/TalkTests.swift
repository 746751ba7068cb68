import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// The code that the talks and the documentation show, with the fake user interface in place of SwiftUI.
extension FakeUI {
    @Model
    final class Trip {
        var name: String
        var startDate: Date
        @Relationship(deleteRule: .cascade, inverse: \BucketListItem.trip) var bucketList: [BucketListItem] = []

        init(name: String, startDate: Date = .now) { (self.name, self.startDate) = (name, startDate) }

        @MainActor static func makeSampleTrips(in container: ModelContainer) {
            let trip = Trip(name: "Sample", startDate: Date(timeIntervalSinceReferenceDate: 0))
            container.mainContext.insert(trip)
            trip.bucketList.append(BucketListItem(title: "Swim"))
        }
    }

    @Model
    final class BucketListItem {
        var title: String
        var trip: Trip?

        init(title: String) { self.title = title }
    }

    // MARK: Views

    struct ContentView: View {
        @Query(sort: \.startDate, order: .reverse) var trips: [Trip]
        @Environment(\.modelContext) var modelContext

        var body: some View {
            List {
                ForEach(trips) { trip in
                    TripRow(trip: trip)
                }
            }
            if modelContext.hasChanges { Text("unsaved") }
        }
    }

    struct TripRow: View {
        var trip: Trip

        var body: some View { Text(trip.name) }
    }

    struct BucketListItemView: View {
        @Query private var items: [BucketListItem]
        let name: String

        init(trip: Trip?) {
            name = trip?.name ?? "none"
            let title = "Swim"
            _items = Query(filter: #Predicate { $0.title == title })
        }

        var body: some View { Text("\(name): \(items.map(\.title).joined(separator: ", "))") }
    }

    // MARK: Programs

    struct TripsApp: App {
        var body: some Scene {
            WindowGroup {
                ContentView()
            }
            .modelContainer(for: [Trip.self, BucketListItem.self], inMemory: true, isUndoEnabled: true)
        }
    }

    struct CustomizedApp: App {
        var container: ModelContainer = {
            do {
                let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
                return try ModelContainer(for: Trip.self, configurations: configuration)
            } catch {
                fatalError("Failed to create the container: \(error)")
            }
        }()

        var body: some Scene {
            WindowGroup {
                ContentView()
            }
            .modelContainer(container)
        }
    }

    // MARK: Previews

    struct SampleData: PreviewModifier {
        static func makeSharedContext() throws -> ModelContainer {
            let config = ModelConfiguration(isStoredInMemoryOnly: true)
            let container = try ModelContainer(for: Trip.self, configurations: config)
            Trip.makeSampleTrips(in: container)
            return container
        }

        func body(content: Content, context: ModelContainer) -> some View {
            content.modelContainer(context)
        }
    }
}

extension FakeUI.PreviewTrait where T == FakeUI.Preview.ViewTraits {
    @MainActor static var sampleData: Self = .modifier(FakeUI.SampleData())
}

extension FakeUI {
    /// Serial, since a scene sets the container of the program.
    @MainActor @Suite(.serialized) struct TalkTests {
        private func withoutDefault<Result>(_ body: () async throws -> Result) async rethrows -> Result {
            let former = ModelContainer.default
            ModelContainer.default = nil
            defer { ModelContainer.default = former }
            return try await body()
        }

        private func insert(_ names: String..., into context: ModelContext) {
            for (day, name) in names.enumerated() {
                context.insert(Trip(name: name, startDate: Date(timeIntervalSinceReferenceDate: Double(day) * 86_400)))
            }
        }

        @Test func windowsOfASceneShareAContainerAndFollowEachOther() async throws {
            try await withoutDefault {
                let program = Program<TripsApp>()
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
                try other.delete(model: Trip.self, where: #Predicate { $0.name == "Old" })
                try other.save()
                #expect(await first.shows(["New"]))
                #expect(await second.shows(["New"]))
                #expect(first.drawings < 20)
            }
        }

        @Test func aCustomizedContainerIsTheOneOfTheViews() async throws {
            await withoutDefault {
                let program = Program<CustomizedApp>()
                insert("Trip", into: program.app.container.mainContext)
                #expect(await program.openWindow().shows(["Trip", "unsaved"]))
                #expect(ModelContainer.default == program.app.container)
                #expect(program.app.container.mainContext.undoManager == nil)
            }
        }

        @Test func previewsShowSampleData() async throws {
            let preview = Preview("Trips", traits: .sampleData) {
                ContentView()
            }
            #expect(await (try preview.open()).shows(["Sample", "unsaved"]))
        }

        @Test func previewsHaveQueriesOfTheirOwn() async throws {
            let preview = Preview(traits: .sampleData) {
                @Previewable @Query var trips: [Trip]
                BucketListItemView(trip: trips.first)
            }
            let window = try await preview.open()
            #expect(await window.shows(["Sample: Swim"]))
        }

        @Test func aViewWithoutContainerIsEmpty() async throws {
            await withoutDefault {
                let window = Window { ContentView() }
                #expect(window.lines.isEmpty)
            }
        }

        @Test func aViewThatIsMadeAnewDoesNotFetch() async throws {
            let container = try ModelContainer(
                for: Trip.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
            insert("Trip", into: container.mainContext)
            try container.mainContext.save()
            let window = Window { ContentView().modelContainer(container) }
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
            let window = Window {
                ContentView().modelContainer(
                    for: Trip.self,
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
            let window = Window(EnvironmentValues(undoManager: undoManager)) {
                ContextReader().modelContainer(for: Trip.self, inMemory: true, isUndoEnabled: true)
            }
            #expect(window.lines == ["autosave, \(ObjectIdentifier(undoManager))"])
        }

        struct ContextReader: View {
            @Environment(\.modelContext) private var context

            var body: some View {
                let undo = context.undoManager.map { "\(ObjectIdentifier($0))" } ?? "no undo"
                Text("\(context.autosaveEnabled ? "autosave" : "manual"), \(undo)")
            }
        }

        /// A list by `@Query` and a button that inserts by `@Environment(\.modelContext)` mean the same context.
        @Test func theContextOfTheEnvironmentIsThatOfQueries() throws {
            let container = try ModelContainer(
                for: Trip.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
            let query = Query<Trip, [Trip]>()
            container.withCurrent {
                #expect(EnvironmentValues().modelContext === container.mainContext)
                #expect(query.modelContext === container.mainContext)
            }
            let other = ModelContext(container)
            container.withCurrent { #expect(EnvironmentValues(givenModelContext: other).modelContext === other) }
        }

        @Test func aContextIsGivenToTheViewsBelow() async throws {
            let container = try ModelContainer(
                for: Trip.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
            let context = ModelContext(container)
            insert("Unsaved", into: context)
            let window = Window {
                Group(views: [ContentView().modelContext(context), ContentView()]).modelContainer(container)
            }
            // The view below the container does not see what the context has not saved.
            #expect(window.lines == ["Unsaved", "unsaved"])
            try context.save()
            #expect(await window.shows(["Unsaved", "Unsaved"]))
        }

        @Test func aContainerThatCannotBeMadeIsReported() async throws {
            await withoutDefault {
                let scope = ModelScope(isOfScene: true)
                var environment = EnvironmentValues()
                nonisolated(unsafe) var failures = 0
                let source = ModelContainerSource.models(
                    for: [Conflicting.self, OtherSchema.Conflicting.self],
                    inMemory: true
                ) {
                    if case .failure = $0 { failures += 1 }
                }
                scope.enter(source, &environment)
                scope.enter(source, &environment)
                #expect(failures == 1 && scope.error != nil)
                #expect(environment.givenModelContext == nil && ModelContainer.default == nil)
                #expect(throws: (any Error).self) { try environment.modelContext.fetch(FetchDescriptor<Trip>()) }
            }
        }

        @Model final class Conflicting {
            var name: String
            init(name: String) { self.name = name }
        }

        enum OtherSchema {
            @Model final class Conflicting {
                var name: Int
                init(name: Int) { self.name = name }
            }
        }
    }
}
