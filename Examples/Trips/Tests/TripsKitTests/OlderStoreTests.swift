import Foundation
import SwiftData
import Testing
import TripsKit

/// The models as they were before trips had notes and photos.
private enum Older {
    @Model final class Trip {
        #Unique<Trip>([\.name, \.startDate, \.endDate])
        #Index<Trip>([\.name], [\.startDate], [\.endDate])
        @Attribute(.preserveValueOnDeletion) var name: String
        @Attribute(.preserveValueOnDeletion) var destination: String
        @Attribute(.preserveValueOnDeletion) var startDate: Date
        @Attribute(.preserveValueOnDeletion) var endDate: Date
        @Relationship(deleteRule: .cascade, inverse: \BucketListItem.trip) var bucketList: [BucketListItem] = []
        @Relationship(deleteRule: .cascade, inverse: \LivingAccommodation.trip)
        var livingAccommodation: LivingAccommodation?
        var place: Place?

        init(name: String, destination: String, startDate: Date, endDate: Date) {
            self.name = name
            self.destination = destination
            self.startDate = startDate
            self.endDate = endDate
        }
    }

    @Model final class BucketListItem {
        var title: String
        var details: String
        var isDone: Bool
        var trip: Trip?

        init(title: String) {
            self.title = title
            details = ""
            isDone = false
        }
    }

    @Model final class LivingAccommodation {
        var name: String
        var address: String?
        var trip: Trip?

        init(name: String) { self.name = name }
    }

    @Model final class Place {
        @Attribute(.unique) var zone: String
        var name: String
        var region: String
        var countryCodes: [String]
        var latitude: Double
        var longitude: Double
        var comment: String?
        @Relationship(inverse: \Trip.place) var trips: [Trip] = []

        init(zone: String, name: String) {
            self.zone = zone
            self.name = name
            region = "Europe"
            countryCodes = ["PT"]
            latitude = 38
            longitude = -9
        }
    }
}

/// Stores of programs that knew neither notes nor photos.
@Suite struct OlderStoreTests {
    @Test(arguments: ["trips.store", "trips.json"])
    func aStoreWithoutNotesAndPhotosOpensWithAllThatItHas(name: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TripStore(folder.appendingPathComponent(name).path)
        let (first, last) = (try Day.date("2027-04-01"), try Day.date("2027-04-08"))
        do {
            let older = try ModelContainer(for: Older.Trip.self, Older.Place.self, configurations: store.configuration)
            let context = ModelContext(older)
            let trip = Older.Trip(name: "Away", destination: "Lisbon", startDate: first, endDate: last)
            context.insert(trip)
            for title in ["Swim", "Eat", "Sleep"] { trip.bucketList.append(Older.BucketListItem(title: title)) }
            trip.livingAccommodation = Older.LivingAccommodation(name: "Tent")
            trip.place = Older.Place(zone: "Europe/Lisbon", name: "Lisbon")
            try context.save()
        }
        let book = try TripBook(store, as: "anna")
        let trip = try book.trip(named: "Away")
        #expect(trip.bucketList.map(\.title) == ["Swim", "Eat", "Sleep"])
        #expect(trip.livingAccommodation?.name == "Tent" && trip.place?.zone == "Europe/Lisbon")
        #expect(trip.notes == "" && trip.photos.isEmpty)
        try book.edit(trip, TripBook.Edit(notes: "Passport"))
        try book.addPhoto(Data(repeating: 7, count: 300_000), mediaType: "image/png", to: trip)
        let again = try TripBook(store).trip(named: "Away")
        #expect(again.notes == "Passport")
        #expect(again.photos.first?.content?.data == Data(repeating: 7, count: 300_000))
    }

    @Test(arguments: ["trips.store", "trips.json"])
    func itemsOfABucketListAreMovedAndDeleted(name: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TripStore(folder.appendingPathComponent(name).path)
        let book = try TripBook(store)
        let (first, last) = (try Day.date("2027-04-01"), try Day.date("2027-04-08"))
        let trip = try book.add(name: "Away", destination: "Lisbon", startDate: first, endDate: last)
        for title in ["Swim", "Eat", "Sleep"] { try book.plan(title, on: trip) }
        func stored() throws -> [String] { try TripBook(store).trip(named: "Away").bucketList.map(\.title) }
        let sleep = try #require(trip.bucketList.last)
        try book.move(sleep, to: 0)
        #expect(try stored() == ["Sleep", "Swim", "Eat"])
        try book.move(sleep, to: 99)
        #expect(try stored() == ["Swim", "Eat", "Sleep"])
        try book.move(sleep, to: 1)
        #expect(try stored() == ["Swim", "Sleep", "Eat"])
        try book.delete(sleep)
        #expect(try stored() == ["Swim", "Eat"])
    }
}
