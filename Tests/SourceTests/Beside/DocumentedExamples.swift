import Foundation
import SwiftData

// The models and values that the examples in documentation comments use without a declaration.

@Model
final class Trip {
    var name: String
    var startDate = Date()
    var isDone = false
    var isOpen = true
    var price = 0
    var days = 1
    @Relationship(inverse: \Stop.trip) var stops: [Stop] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Stop {
    var trip: Trip?

    init() {}
}

@Model
final class Item {
    var trip: Trip?

    init() {}
}

@Model
final class Book {
    var title: String
    var isRead = false
    var stock = 0

    init(title: String) {
        self.title = title
    }
}

enum TripsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model
    final class Trip {
        var title: String

        init(title: String) {
            self.title = title
        }
    }
}

enum TripsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Trip.self] }

    @Model
    final class Trip {
        var title: String
        var isDone = false

        init(title: String) {
            self.title = title
        }
    }
}

enum TripPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: TripsV1.self, toVersion: TripsV2.self)] }
}

@ModelActor
actor TripImporter {
    func add(_ names: [String]) throws {
        for name in names { modelContext.insert(Trip(name: name)) }
        try modelContext.save()
    }
}

struct SoldOut: Error {}

var container: ModelContainer { absent() }
var context: ModelContext { absent() }
var configuration: ModelConfiguration { absent() }
var trip: Trip { absent() }
var trips: [Trip] { absent() }
var book: Book { absent() }
var id: PersistentIdentifier { absent() }
let now = Date()
let weekAgo = Date()
let text = ""
let limit = 0
let last: DefaultHistoryToken = absent()
let folder = URL(filePath: "/")
let file = folder

@MainActor let observer: ResultsObserver<Trip, Never> = absent()

func absent<Value>() -> Value { fatalError() }
func after(_ token: DefaultHistoryToken) -> HistoryDescriptor<DefaultHistoryTransaction> { absent() }
func remember(_ token: DefaultHistoryToken) {}
func show<Value>(_ value: Value) {}
func publish<Value>(_ value: Value) {}

/// A store whose author uses the helpers for custom stores.
struct ExampleStore {
    let identifier: String
    let rowsByIdentifier: [PersistentIdentifier: DefaultSnapshot]

    func rows<T: PersistentModel>(of type: T.Type) throws -> [DefaultSnapshot] { [] }
    func readRows() throws -> [DefaultSnapshot] { [] }
    func writeRows(_ rows: [DefaultSnapshot]) throws {}
}
