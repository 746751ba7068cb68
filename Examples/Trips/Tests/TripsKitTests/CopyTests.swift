import Foundation
import SwiftData
import Testing
import TripsKit

/// Copies between the kinds of store. Those on a server need one, in `OPENSWIFTDATA_POSTGRES_URL`, and the trait.
@Suite struct CopyTests {
    /// A kind of store.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case database, json, postgres

        var testDescription: String { rawValue }

        /// The kinds that can be tried here.
        static var usable: [Kind] { allCases.filter { $0 != .postgres || server != nil } }

        static var server: String? {
            #if PostgreSQL
                ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES_URL"]
            #else
                nil
            #endif
        }

        /// A store of its own.
        func store(_ folder: URL) -> TripStore {
            let name = "t" + UUID().uuidString.filter { $0 != "-" }
            return switch self {
            case .database: .database(folder.appendingPathComponent(name + ".store"))
            case .json: .json(folder.appendingPathComponent(name + ".json"))
            case .postgres: TripStore((Self.server ?? "") + "#" + name)
            }
        }
    }

    /// Every attribute and every relationship of a store, lists in their order.
    private func describe(_ store: TripStore) throws -> [String] {
        let book = try TripBook(store)
        let trips = try book.trips(TripQuery(order: .start)).flatMap { trip in
            let stay = trip.livingAccommodation
            return [
                "\(trip.name) \(trip.destination) \(trip.startDate) \(trip.endDate) \(trip.notes)",
                "  \(trip.bucketList.map { "\($0.title) \($0.details) \($0.isDone) \($0.trip === trip)" })",
                "  \(stay?.name ?? "-") \(stay?.address ?? "-") \(stay.map { $0.trip === trip } ?? true)",
                "  \(trip.photos.map { "\($0.mediaType) \($0.added) \($0.content?.data.base64EncodedString() ?? "-")" })",
                "  \(trip.place?.zone ?? "-") \(trip.place?.trips.contains { $0 === trip } ?? true)",
            ]
        }
        let places = try book.places().map { place in
            "\(place.zone) \(place.name) \(place.region) \(place.countryCodes) \(place.latitude) \(place.longitude) "
                + "\(place.comment ?? "-") \(place.trips.map(\.name))"
        }
        return trips + places
    }

    private func fill(_ book: TripBook) throws {
        _ = try book.importPlaces(
            ZoneTable(Data("PT\t+3843-00908\tEurope/Lisbon\tmainland\nFI\t+6010+02458\tEurope/Helsinki\n".utf8))
        )
        let away = try add("Away", 2027, to: book)
        for (item, details) in [("Swim", "in the sea"), ("Eat", ""), ("Sleep", "late\nand long")] {
            try book.plan(item, on: away, details: details, isDone: item == "Eat")
        }
        try book.move(away.bucketList[2], to: 0)
        try book.edit(away, TripBook.Edit(stay: "Tent", address: "Field 1", notes: "Zürich → 東京\n\nPassport"))
        for byte: UInt8 in [7, 3, 5] {
            try book.addPhoto(Data(repeating: byte, count: 3_000), mediaType: "image/\(byte)", to: away)
        }
        away.photos.swapAt(0, 2)
        let again = try add("Again", 2028, to: book)
        try book.edit(again, TripBook.Edit(stay: "Hotel"))
        _ = try add("First", 2026, to: book)
        _ = try add("Nowhere", 2029, destination: "Nowhere", to: book)
        // An order that is neither that of the days nor that of the insertions.
        let lisbon = try #require(try book.places(search: "Lisbon").first)
        lisbon.trips = [again, away] + lisbon.trips.filter { $0.name == "First" }
        try book.context.save()
    }

    @discardableResult
    private func add(_ name: String, _ year: Int, destination: String = "Lisbon", to book: TripBook) throws -> Trip {
        try book.add(
            name: name,
            destination: destination,
            startDate: Day.date("\(year)-04-01"),
            endDate: Day.date("\(year)-04-08")
        )
    }

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test(arguments: Kind.usable, Kind.usable)
    func aCopyHasEveryAttributeEveryRelationshipAndEveryOrder(from: Kind, to: Kind) throws {
        try withFolder { folder in
            let (source, target) = (from.store(folder), to.store(folder))
            try fill(TripBook(source))
            let result = try TripBook(target).copyAll(from: TripBook(source))
            #expect((result.trips, result.replaced, result.places) == (4, 0, 2))
            let expected = try describe(source)
            #expect(expected.contains { $0.hasPrefix("Europe/Lisbon") && $0.hasSuffix(#"["Again", "Away", "First"]"#) })
            #expect(expected.contains { $0.contains(#"["Sleep late\nand long false true", "Swim in the sea"#) })
            #expect(try describe(target) == expected)
            #expect(try TripBook(target).counts() == TripBook(source).counts())
            // Once more: what is there is replaced.
            let again = try TripBook(target).copyAll(from: TripBook(source))
            #expect((again.trips, again.replaced, again.places) == (4, 4, 2))
            #expect(try describe(target) == expected)
            #expect(try TripBook(target).counts() == TripBook(source).counts())
        }
    }

    @Test(arguments: Kind.usable)
    func whatIsInTheOtherStoreStaysButForTheSameTripsAndPlaces(kind: Kind) throws {
        try withFolder { folder in
            let (source, target) = (Kind.database.store(folder), kind.store(folder))
            try fill(TripBook(source))
            let there = try TripBook(target)
            _ = try there.importPlaces(
                ZoneTable(Data("PT\t+0101+00101\tEurope/Lisbon\nJP\t+3539+13944\tAsia/Tokyo\n".utf8))
            )
            let same = try add("Away", 2027, to: there)
            try there.plan("Something else", on: same)
            let own = try add("Own", 2027, to: there)
            try there.plan("Stay", on: own)
            let result = try TripBook(target).copyAll(from: TripBook(source))
            #expect((result.trips, result.replaced, result.places) == (4, 1, 2))
            let after = try TripBook(target)
            #expect(try after.counts() == TripBook.Counts(trips: 5, items: 4, stays: 2, places: 3))
            #expect(try after.trip(named: "Away").bucketList.map(\.title) == ["Sleep", "Swim", "Eat"])
            #expect(try after.trip(named: "Own").bucketList.map(\.title) == ["Stay"])
            let lisbon = try #require(try after.places(search: "Lisbon").first)
            #expect(lisbon.latitude > 38 && lisbon.comment == "mainland")
            #expect(lisbon.trips.map(\.name) == ["Again", "Away", "First", "Own"])
        }
    }
}
