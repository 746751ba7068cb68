import Foundation
import SwiftData

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

// MARK: - Views and models of the tests

extension FakeUI {
    /// A preview modifier with an empty container.
    struct NoData: PreviewModifier {
        static func makeSharedContext() async throws -> ModelContainer {
            try ModelContainer(for: Trip.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }

        func body(content: Content, context: ModelContainer) -> some View {
            content.modelContainer(context)
        }
    }

    /// A preview modifier whose container cannot be made at first, and is not made at once.
    struct SlowData: PreviewModifier {
        struct Failure: Error {}
        @MainActor static var made = 0

        static func makeSharedContext() async throws -> ModelContainer {
            made += 1
            let isFirst = made == 1
            for _ in 1...100 { await Task.yield() }
            if isFirst { throw Failure() }
            return try await NoData.makeSharedContext()
        }

        func body(content: Content, context: ModelContainer) -> some View {
            content.modelContainer(context)
        }
    }

    struct ContextReader: View {
        @Environment(\.modelContext) private var context

        var body: some View {
            let undo = context.undoManager.map { "\(ObjectIdentifier($0))" } ?? "no undo"
            Text("\(context.autosaveEnabled ? "autosave" : "manual"), \(undo)")
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
