import Foundation
import SwiftData
import Testing

@testable import TripsKit

/// The history of a store with trips, in a database and in a JSON file.
@Suite struct HistoryTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func store(_ name: String) -> TripStore { TripStore(folder.appendingPathComponent(name).path) }

    private func add(_ name: String, _ destination: String, to book: TripBook) throws -> Trip {
        try book.add(
            name: name,
            destination: destination,
            startDate: Day.date("2027-04-01"),
            endDate: Day.date("2027-04-08")
        )
    }

    /// Author, what, and which trip.
    private func brief(_ changes: TripBook.Changes) -> [String] {
        changes.events.map { event in
            // Without the moment.
            String(TripText.event(event).dropFirst("2027-01-01 00:00:00  ".count))
        }
    }

    @Test(arguments: ["trips.store", "trips.json"])
    func changesAreToldOnceWithWhoDidThemAndTheNamesOfDeletedTrips(name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let anna = try TripBook(store(name), as: "anna")
        let away = try add("Away", "Lisbon", to: anna)
        #expect(brief(try anna.changes()) == ["anna added Away, Lisbon, from 2027-04-01"])
        #expect(try anna.changes() == TripBook.Changes())
        let ben = try TripBook(store(name), as: "ben")
        let trip = try ben.trip(named: "Away")
        try ben.plan("Swim", on: trip)
        try ben.edit(trip, TripBook.Edit(destination: "Oslo", stay: "Tent"))
        try ben.plan("Swim", on: trip, isDone: true)
        try ben.unplan("Swim", on: trip)
        _ = try add("Home", "Zurich", to: ben)
        // Another program opens the store anew.
        let again = try TripBook(store(name), as: "anna")
        try again.delete(try again.trip(named: "Home"))
        #expect(
            brief(try again.changes()) == [
                "ben changed Away, Oslo, from 2027-04-01: bucket list",
                "ben changed Away, Oslo, from 2027-04-01: accommodation, destination",
                "ben changed Away, Oslo, from 2027-04-01: bucket list",
                "ben added Home, Zurich, from 2027-04-01",
                "anna deleted Home, Zurich, from 2027-04-01",
            ]
        )
        #expect(try again.changes() == TripBook.Changes())
        #expect(try again.changes(all: true).events.count == 6)
        // Each has a position of their own.
        #expect(try TripBook(store(name), as: "ben").changes().events.count == 6)
        _ = away
    }

    @Test(arguments: ["trips.store", "trips.json"])
    func aForgottenHistoryStartsAnew(name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let book = try TripBook(store(name), as: "anna")
        let trip = try add("Away", "Lisbon", to: book)
        _ = try book.changes()
        for title in ["Swim", "Eat"] { try book.plan(title, on: trip) }
        try book.forgetHistory(before: .distantFuture)
        try book.plan("Sleep", on: trip)
        let changes = try book.changes()
        #expect(changes.startsAnew)
        #expect(changes.events.count == 1)
        #expect(try book.changes() == TripBook.Changes())
        #expect(try book.trips().count == 1)
    }

    @Test(arguments: ["trips.store", "trips.json"])
    func tripsThatSomebodyElseChangedAreUnreadUntilTheyAreShown(name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let anna = try TripBook(store(name), as: "anna")
        #expect(try anna.unreadTrips() == [])
        let ben = try TripBook(store(name), as: "ben")
        let away = try add("Away", "Lisbon", to: ben)
        let home = try add("Home", "Zurich", to: ben)
        let (first, second) = (away.persistentModelID, home.persistentModelID)
        #expect(try ben.unreadTrips() == [])
        #expect(try anna.unreadTrips() == [first, second])
        try anna.read(try anna.trip(named: "Away"))
        try anna.read(try anna.trip(named: "Home"))
        #expect(try anna.unreadTrips() == [])
        // What belongs to a trip is a part of it; what one did oneself is read.
        try ben.plan("Swim", on: away)
        try anna.edit(try anna.trip(named: "Home"), TripBook.Edit(destination: "Basel"))
        let again = try TripBook(store(name), as: "anna")
        #expect(try again.unreadTrips() == [first])
        try ben.edit(try ben.trip(named: "Home"), TripBook.Edit(stay: "Tent"))
        #expect(try again.unreadTrips() == [first, second])
        try ben.delete(away)
        #expect(try again.unreadTrips() == [second])
        // Anna's edit, which Ben has not looked at.
        #expect(try TripBook(store(name), as: "ben").unreadTrips() == [second])
    }

    @Test func namesThatAreNoFileNamesMakeAFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let book = try TripBook(store("trips.store"), as: "../Ünal/ö")
        _ = try add("Away", "Lisbon", to: book)
        #expect(try book.changes().events.count == 1)
        #expect(try book.changes().events.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains { $0.hasPrefix("trips.store.") && $0.hasSuffix(".json") })
    }
}
