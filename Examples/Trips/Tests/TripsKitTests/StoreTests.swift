import Foundation
import SwiftData
import Testing
import TripsKit

/// The same trips in a JSON file and in a database.
@Suite struct StoreTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
    private var json: TripStore { .json(folder.appendingPathComponent("trips.json")) }
    private var database: TripStore { .database(folder.appendingPathComponent("trips.store")) }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func describe(_ store: TripStore) throws -> [String] {
        let book = try TripBook(store)
        let trips = try book.trips(TripQuery(order: .start)).map { trip in
            let items = trip.bucketList.map { "\($0.title) \($0.details) \($0.isDone) \($0.trip === trip)" }
            let stay = trip.livingAccommodation.map { "\($0.name) \($0.address ?? "-")" } ?? "-"
            return "\(trip.name) \(trip.destination) \(trip.startDate) \(trip.endDate) \(items) \(stay) "
                + (trip.place?.zone ?? "-")
        }
        return trips + (try book.places().map { "\($0.zone) \($0.countryCodes) \($0.latitude) \($0.trips.count)" })
    }

    private func fill(_ store: TripStore) throws {
        let book = try TripBook(store)
        _ = try book.importPlaces(
            ZoneTable(Data("PT\t+3843-00908\tEurope/Lisbon\nFI\t+6010+02458\tEurope/Helsinki\n".utf8))
        )
        let trip = try book.add(
            name: "Away",
            destination: "Lisbon",
            startDate: Day.date("2027-04-01"),
            endDate: Day.date("2027-04-08")
        )
        for item in ["Swim", "Eat", "Sleep"] { try book.plan(item, on: trip, isDone: item == "Eat") }
        try book.edit(trip, TripBook.Edit(stay: "Tent", address: "Field 1"))
        _ = try book.add(
            name: "Home",
            destination: "Helsinki",
            startDate: Day.date("2028-01-01"),
            endDate: Day.date("2028-01-02")
        )
    }

    @Test func tripsWithBucketListsSurviveARestartOnJSON() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill(json)
        #expect(try TripBook(json).counts() == TripBook.Counts(trips: 2, items: 3, stays: 1, places: 2))
        let trip = try TripBook(json).trip(named: "Away")
        #expect(trip.bucketList.map(\.title) == ["Swim", "Eat", "Sleep"])
        #expect(trip.bucketList.map(\.isDone) == [false, true, false])
        #expect(trip.livingAccommodation?.trip === trip && trip.place?.name == "Lisbon")
        let file = try String(contentsOf: #require(json.file), encoding: .utf8)
        #expect(file.contains("\"startDate\" : \"2027-04-01T00:00:00Z\""))
    }

    @Test func bothStoresHoldTheSameAndCopyingMovesItThereAndBack() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try fill(json)
        try fill(database)
        let expected = try describe(database)
        #expect(try describe(json) == expected)
        let (third, fourth) = (folder.appendingPathComponent("b.json"), folder.appendingPathComponent("b.store"))
        try TripBook(.json(third)).copyAll(from: TripBook(database))
        #expect(try describe(.json(third)) == expected)
        try TripBook(.database(fourth)).copyAll(from: TripBook(.json(third)))
        #expect(try describe(.database(fourth)) == expected)
        // Once more: what is there is replaced.
        try TripBook(.json(third)).copyAll(from: TripBook(.database(fourth)))
        #expect(try describe(.json(third)) == expected)
        #expect(try TripBook(.json(third)).counts() == TripBook(database).counts())
    }

    @Test func aStoreIsNamedByAWordOrAPath() throws {
        #expect(TripStore("default") == .standard)
        #expect(TripStore("/a/b.json") == .json(URL(fileURLWithPath: "/a/b.json")))
        #expect(TripStore("/a/b.db") == .database(URL(fileURLWithPath: "/a/b.db")))
        #expect(
            TripStore("json").file?.deletingLastPathComponent() == TripStore.standard.file?.deletingLastPathComponent()
        )
        #expect(TripStore("json").file?.pathExtension == "json")
    }
}
