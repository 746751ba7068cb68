import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

extension FakeUI.Trip {
    fileprivate var initial: String { String(name.prefix(1)) }
}

extension FakeUI {
    /// The places of properties, which adapters are told of changes by.
    @MainActor struct PropertyPlaceTests {
        private let container: ModelContainer
        private let environment: EnvironmentValues

        init() throws {
            container = try ModelContainer(
                for: Trip.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
            environment = EnvironmentValues(givenModelContext: container.mainContext)
        }

        private func insert(_ names: String...) async {
            for name in names { container.mainContext.insert(Trip(name: name, startDate: .distantPast)) }
            for _ in 0..<100 { await Task.yield() }
        }

        @Test func changesAreToldWhileAValueLives() async throws {
            var query: Query<Trip, [Trip]>? = Query()
            query?.update(in: environment, previous: nil)
            var changes = 0
            query?.place.onChange = { changes += 1 }
            await insert("1", "2")
            #expect(changes == 1)
            await insert("3")
            #expect(changes == 2)
            query?.place.onChange = nil
            await insert("4")
            #expect(changes == 2)
            query?.place.onChange = { changes += 1 }
            await insert("5")
            #expect(changes == 3)
            let attachment = PropertyPlaceTests.Attachment()
            query?.place.attachment = attachment
            weak let place = query?.place
            #expect(place?.attachment === attachment)
            query = nil
            #expect(place == nil)
            await insert("6")
            #expect(changes == 3)
        }

        private final class Attachment {}

        @Test func aPlaceIsThatOfTheValuesThatFollow() async throws {
            var query = Query<Trip, [Trip]>()
            query.update(in: environment, previous: nil)
            let place = query.place
            var changes = 0
            place.onChange = { changes += 1 }
            for _ in 1...100 {
                let next = Query<Trip, [Trip]>()
                next.update(in: environment, previous: query)
                query = next
            }
            #expect(query.place === place)
            #expect(container.mainContext.observerCounts.fetches == 1)
            await insert("A")
            #expect(changes == 1)
            await insert("A")
            #expect(changes == 2)
        }

        @Test func aPlaceTellsOfTheValueThatAsksForSomethingElse() async throws {
            // The results of the first are observed elsewhere too, so that they go on changing.
            let elsewhere = Query<Trip, [Trip]>(filter: #Predicate { $0.name == "A" })
            elsewhere.update(in: environment, previous: nil)
            #expect(elsewhere.wrappedValue.isEmpty)
            var query = Query<Trip, [Trip]>(filter: #Predicate { $0.name == "A" })
            query.update(in: environment, previous: nil)
            var changes = 0
            query.place.onChange = { changes += 1 }
            await insert("A")
            #expect(changes == 1)
            let next = Query<Trip, [Trip]>(filter: #Predicate { $0.name == "B" })
            next.update(in: environment, previous: query)
            query = next
            for expected in 2...4 {
                await insert("A")
                #expect(changes == expected - 1)
                await insert("B")
                #expect(changes == expected)
            }
            #expect(query.wrappedValue.count == 3 && elsewhere.wrappedValue.count == 4)
        }

        @Test func aPlaceFollowsTheContext() async throws {
            let other = ModelContext(container)
            other.autosaveEnabled = false
            // The other context would see what is saved.
            container.mainContext.autosaveEnabled = false
            var query = Query<Trip, [Trip]>()
            query.update(in: environment, previous: nil)
            #expect(query.wrappedValue.isEmpty)
            var changes = 0
            query.place.onChange = { changes += 1 }
            let next = Query<Trip, [Trip]>()
            next.update(in: EnvironmentValues(givenModelContext: other), previous: query)
            query = next
            await insert("In the former one")
            #expect(changes == 0 && query.wrappedValue.isEmpty)
            other.insert(Trip(name: "In the other one", startDate: .distantPast))
            await insert()
            #expect(changes == 1 && query.wrappedValue.map(\.name) == ["In the other one"])
        }

        /// Apple's closure is neither `Sendable` nor of the main actor.
        @Test func theClosureOfSetupIsPlain() throws {
            final class Notes { var results: [Bool] = [] }
            let notes = Notes()
            let note: (Result<ModelContainer, any Error>) -> Void = { result in
                notes.results.append((try? result.get()) != nil)
            }
            let source = ModelContainerSource.models(for: [Trip.self], inMemory: true, onSetup: note)
            var views = EnvironmentValues()
            let scope = ModelScope()
            scope.enter(source, &views)
            scope.enter(source, &views)
            #expect(notes.results == [true] && views.givenModelContext != nil)
        }

        struct Uncompared: View {
            /// A condition that only Swift can evaluate.
            @Query(filter: #Predicate<Trip> { $0.initial == "S" }) var trips: [Trip]

            var body: some View { Text("\(trips.count)") }
        }

        @Test func aQueryThatIsComparedWithNothingIsNotDrawnForEver() async throws {
            let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.initial == "S" })
            #expect(descriptor != descriptor)
            let window = Window { Uncompared().modelContainer(container) }
            await insert("Swim", "Walk")
            #expect(await window.shows(["1"]))
            await insert()
            #expect(window.drawings < 5)
        }
    }
}
