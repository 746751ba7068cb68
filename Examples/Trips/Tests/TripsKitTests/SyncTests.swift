import Foundation
import Testing
import TripsKit

/// Stores that sync through a folder.
@Suite struct SyncTests {
    /// Bytes that travel apart from their photo.
    private static let picture = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })

    /// The trips of a store with all that belongs to them.
    private func describe(_ store: TripStore) throws -> [String] {
        try TripBook(store).trips(TripQuery(order: .name)).flatMap { trip in
            TripText.details(trip).sorted() + trip.photos.map { $0.content?.data.base64EncodedString() ?? "-" }
                + [trip.notes]
        }
    }

    private func sync(
        _ store: TripStore,
        _ folder: URL,
        _ direction: TripSync.Direction = .both
    ) async throws -> SyncResult {
        let sync = TripSync(try store.open(), through: .folder(folder), state: store.syncState)
        try await sync.run(direction)
        return await sync.result
    }

    @Test func twoStoresHaveTheSameTripsAfterChangesOfBoth() async throws {
        let place = try TemporaryPlace()
        let (first, second) = (place.store("first"), place.store("second"))
        let book = try TripBook(first)
        let away = try book.add(name: "Away", in: 5)
        try book.plan("Swim", on: away)
        try book.edit(away, TripBook.Edit(stay: "A cabin"))
        try book.addPhoto(Self.picture, mediaType: "image/jpeg", to: away)
        _ = try book.add(name: "Gone", in: 6)
        let start = try await sync(first, place.folder)
        #expect(!start.hasChangedStore && start.sent > 0)

        // Two trips, an item, an accommodation, and a photo with its bytes, which refers to it once they have arrived.
        let joining = try await sync(second, place.folder)
        #expect(joining.inserted == 6 && joining.deleted == 0 && joining.joined == 0 && joining.held.isEmpty)
        #expect(joining.sent == 0)
        #expect(try describe(second) == describe(first))
        #expect(try TripBook(second).trip(named: "Away").photos.first?.content?.data == Self.picture)

        let other = try TripBook(second)
        try other.edit(other.trip(named: "Away"), TripBook.Edit(notes: "Bring a towel."))
        try other.delete(other.trip(named: "Gone"))
        try book.edit(away, TripBook.Edit(destination: "Bergen"))
        for store in [first, second, first] { _ = try await sync(store, place.folder) }
        #expect(try describe(second) == describe(first))
        let result = try TripBook(first).trips()
        #expect(result.map(\.name) == ["Away"] && result.map(\.destination) == ["Bergen"])
        #expect(result.map(\.notes) == ["Bring a towel."])
        for store in [first, second] {
            #expect(try await sync(store, place.folder).lines == ["Fetched: nothing new", "Sent: nothing new"])
        }
    }

    @Test func tripsThatGetOneNameAreToldAsJoined() async throws {
        let place = try TemporaryPlace()
        let (first, second) = (place.store("first"), place.store("second"))
        let book = try TripBook(first)
        for name in ["Sailing", "Rowing"] { _ = try book.add(name: name, in: 7) }
        for store in [first, second] { _ = try await sync(store, place.folder) }
        try book.edit(book.trip(named: "Sailing"), TripBook.Edit(name: "Baltic"))
        let other = try TripBook(second)
        try other.edit(other.trip(named: "Rowing"), TripBook.Edit(name: "Baltic"))
        _ = try await sync(first, place.folder)
        let result = try await sync(second, place.folder)
        #expect(result.joined == 1 && result.deleted == 0 && result.inserted == 0)
        _ = try await sync(first, place.folder)
        #expect(try TripBook(first).trips().map(\.name) == ["Baltic"])
        #expect(try describe(second) == describe(first))
    }

    @Test func oneDirectionLeavesTheOtherOneAlone() async throws {
        let place = try TemporaryPlace()
        let (first, second) = (place.store("first"), place.store("second"))
        _ = try TripBook(first).add(name: "Away", in: 5)
        _ = try TripBook(second).add(name: "Home", in: 6)
        #expect(try await sync(first, place.folder, .fetchOnly).lines == ["Fetched: nothing new"])
        #expect(try await sync(second, place.folder).lines == ["Fetched: nothing new", "Sent: 1 change set"])
        #expect(try await sync(first, place.folder, .sendOnly).lines == ["Sent: 1 change set"])
        #expect(try TripBook(first).trips().map(\.name) == ["Away"])
        _ = try await sync(second, place.folder, .fetchOnly)
        #expect(try TripBook(second).trips(TripQuery(order: .name)).map(\.name) == ["Away", "Home"])
    }

    @Test func aFolderThatIsNotThereIsSaidAndCostsNothing() async throws {
        let place = try TemporaryPlace()
        let store = place.store("first")
        _ = try TripBook(store).add(name: "Away", in: 5)
        let before = try describe(store)
        let missing = place.folder.appendingPathComponent("missing")
        let error = await #expect(throws: TripError.self) { try await sync(store, missing) }
        #expect(error?.description.contains("The folder “missing” is not there") == true)
        #expect(try describe(store) == before)
        #expect(!FileManager.default.fileExists(atPath: missing.path))
        #expect(try await sync(store, place.folder).sent == 1)
    }

    @Test func anotherFolderThanBeforeIsRefused() async throws {
        let place = try TemporaryPlace()
        let store = place.store("first")
        _ = try TripBook(store).add(name: "Away", in: 5)
        _ = try await sync(store, place.folder)
        let other = place.folder.appendingPathComponent("other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        await #expect(throws: TripError.syncedElsewhere) { try await sync(store, other) }
        #expect(try await sync(store, place.folder).lines == ["Fetched: nothing new", "Sent: nothing new"])
    }

    @Test func aJSONFileSyncsWithADatabase() async throws {
        let place = try TemporaryPlace()
        let (json, database) = (TripStore(place.folder.appendingPathComponent("trips.json").path), place.store("first"))
        let shared = place.folder.appendingPathComponent("shared")
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
        let away = try TripBook(json).add(name: "Away", in: 5)
        try TripBook(json).plan("Swim", on: away)
        _ = try TripBook(database).add(name: "Back", in: 6)
        for store in [json, database, json] { _ = try await sync(store, shared) }
        #expect(try TripBook(json).trips(TripQuery(order: .name)).map(\.name) == ["Away", "Back"])
        #expect(try describe(json) == describe(database))
        let book = try TripBook(database)
        try book.edit(book.trip(named: "Away"), TripBook.Edit(stay: "A cabin"))
        let other = try TripBook(json)
        try other.delete(other.trip(named: "Back"))
        for store in [json, database, json] { _ = try await sync(store, shared) }
        #expect(try TripBook(json).trips().map { $0.livingAccommodation?.name } == ["A cabin"])
        #expect(try describe(json) == describe(database))
        for store in [json, database] {
            #expect(try await sync(store, shared).lines == ["Fetched: nothing new", "Sent: nothing new"])
        }
    }

    @Test func aJSONFileIsRefusedWithoutAFileForTheState() async throws {
        let place = try TemporaryPlace()
        let store = TripStore(place.folder.appendingPathComponent("trips.json").path)
        let sync = TripSync(try store.open(), through: .folder(place.folder))
        let error = await #expect(throws: TripError.self) { try await sync.run() }
        #expect(error?.description.contains("Name a file for them in SyncConfiguration.stateURL.") == true)
    }
}

extension TripBook {
    /// Adds a trip to Oslo in the first week of a month.
    fileprivate func add(name: String, in month: Int) throws -> Trip {
        let days = try ["01", "07"].map { try Day.date("2027-0\(month)-\($0)") }
        return try add(name: name, destination: "Oslo", startDate: days[0], endDate: days[1])
    }
}

/// A temporary folder with stores beside a folder to sync through, which goes with its last reference.
private final class TemporaryPlace {
    private let root: URL
    let folder: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("trips-sync-\(UUID().uuidString)")
        folder = root.appendingPathComponent("shared")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func store(_ name: String) -> TripStore { .database(root.appendingPathComponent(name + ".store")) }
}
