import Foundation
import Testing
import TripsKit
import TripsWeb

/// Undo beside what somebody else does.
@Suite struct UndoTests {
    private static let stores = ["trips.store", "trips.json"]

    @Test(arguments: stores)
    func aValueThatSomebodyElseHasChangedSinceIsNotTakenBack(store: String) async throws {
        try await withSite(store) { _, store, client in
            let (anna, ben) = (Visitor(client: client, person: "anna"), Visitor(client: client, person: "ben"))
            let trip = try await anna.addTrip("Away")
            func edit(_ visitor: Visitor, to destination: String, from was: String) async throws {
                let values = ["name": "Away", "was-name": "Away", "start": "2027-05-01", "was-start": "2027-05-01"]
                let more = ["end": "2027-05-08", "was-end": "2027-05-08"]
                let place = ["destination": destination, "was-destination": was]
                _ = try await visitor.post(trip, values.merging(more) { $1 }.merging(place) { $1 })
            }
            func destination() throws -> String? { try TripBook(store).trips().first?.destination }
            try await edit(anna, to: "Bergen", from: "Oslo")
            try await edit(ben, to: "Turku", from: "Bergen")
            #expect(try destination() == "Turku")
            #expect(try await anna.undo() == .conflict)
            #expect(try destination() == "Turku")
            // What came before cannot be undone without it.
            #expect(try await anna.step() == nil)
            #expect(try await ben.undo() == .seeOther)
            #expect(try destination() == "Bergen")
        }
    }

    @Test(arguments: stores)
    func aNewTripWithSomethingOfSomebodyElseStays(store: String) async throws {
        try await withSite(store) { _, store, client in
            let (anna, ben) = (Visitor(client: client, person: "anna"), Visitor(client: client, person: "ben"))
            let trip = try await anna.addTrip("Away")
            _ = try await ben.addItem("Swim", to: trip)
            #expect(try await anna.undo() == .conflict)
            #expect(try TripBook(store).counts() == TripBook.Counts(trips: 1, items: 1))
        }
    }

    @Test(arguments: stores)
    func anItemThatSomebodyElseHasChangedStays(store: String) async throws {
        try await withSite(store) { _, store, client in
            let (anna, ben) = (Visitor(client: client, person: "anna"), Visitor(client: client, person: "ben"))
            let trip = try await anna.addTrip("Away")
            let item = try await anna.addItem("Swim", to: trip)
            _ = try await ben.post("/items/\(item)/done", ["value": "1"])
            #expect(try await anna.undo() == .conflict)
            #expect(try TripBook(store).counts().items == 1)
        }
    }

    @Test(arguments: stores)
    func aTripDoesNotComeBackOverOneThatIsTheSame(store: String) async throws {
        try await withSite(store) { _, store, client in
            let (anna, ben) = (Visitor(client: client, person: "anna"), Visitor(client: client, person: "ben"))
            _ = try await anna.post(anna.addTrip("Away", notes: "anna's") + "/delete")
            _ = try await ben.addTrip("Away", notes: "ben's")
            #expect(try await anna.undo() == .conflict)
            #expect(try TripBook(store).trips().map(\.notes) == ["ben's"])
        }
    }

    @Test(arguments: stores)
    func listsOfSeveralPeopleAreUndoneItemByItem(store: String) async throws {
        try await withSite(store) { _, _, client in
            let (anna, ben) = (Visitor(client: client, person: "anna"), Visitor(client: client, person: "ben"))
            let trip = try await anna.addTrip("Away")
            let first = try await anna.addItem("Swim", to: trip)
            _ = try await anna.addItem("Eat", to: trip)
            _ = try await anna.post("/items/\(first)/move", ["value": "1"])
            #expect(try await anna.items(of: trip).map(\.title) == ["Eat", "Swim"])
            _ = try await ben.addItem("Sleep", to: trip)
            #expect(try await anna.undo() == .seeOther)
            #expect(try await anna.items(of: trip).map(\.title) == ["Swim", "Eat", "Sleep"])
            #expect(try await anna.undo() == .seeOther)
            #expect(try await anna.items(of: trip).map(\.title) == ["Swim", "Sleep"])
        }
    }

    @Test(arguments: stores)
    func whatWasDeletedComesBackAtItsPlace(store: String) async throws {
        try await withSite(store) { _, store, client in
            let (anna, ben) = (Visitor(client: client, person: "anna"), Visitor(client: client, person: "ben"))
            let trip = try await anna.addTrip("Away")
            for title in ["Swim", "Eat", "Sleep"] { _ = try await anna.addItem(title, to: trip) }
            // Ben's desk has not seen the list before.
            let first = try #require(try await ben.items(of: trip).first)
            _ = try await ben.post("/items/\(first.slug)/delete")
            #expect(try await ben.undo() == .seeOther)
            #expect(try await ben.items(of: trip).map(\.title) == ["Swim", "Eat", "Sleep"])
            for byte in 1...3 { _ = try await anna.send(Data([0xFF, 0xD8, 0xFF, UInt8(byte)]), to: trip + "/photos") }
            let photo = try #require(try TripBook(store).trips().first?.photos.first)
            _ = try await ben.post("/photos/\(try #require(Slug(photo.persistentModelID)))/delete")
            #expect(try await ben.undo() == .seeOther)
            #expect(try TripBook(store).trips().first?.photos.map { $0.content?.data.last } == [1, 2, 3])
        }
    }

    @Test func whatChangesNothingIsNoStep() async throws {
        try await withSite { _, _, client in
            let anna = Visitor(client: client, person: "anna")
            let trip = try await anna.addTrip("Away")
            let item = try await anna.addItem("Swim", to: trip)
            _ = try await anna.addItem("Eat", to: trip)
            let last = try #require(try await anna.step())
            #expect(last.name == "added “Eat”")
            _ = try await anna.post("/items/\(item)/move", ["value": "0"])
            _ = try await anna.post("/items/\(item)/done", ["value": "0"])
            _ = try await anna.post("/items/\(item)", ["title": "Swim", "was-title": "Swim"])
            #expect(try #require(try await anna.step()) == last)
            #expect(try await anna.undo() == .seeOther)
            #expect(try await anna.items(of: trip).map(\.title) == ["Swim"])
        }
    }

    @Test func anErrorInAFormForgetsNoStep() async throws {
        try await withSite { _, _, client in
            let anna = Visitor(client: client, person: "anna")
            let trip = try await anna.addTrip("Away")
            _ = try await anna.addTrip("Home")
            let step = try #require(try await anna.step())
            #expect(try await anna.addTrip("Away") == "")
            #expect(try await anna.post(trip + "/items", ["title": ""]).status == .unprocessableContent)
            #expect(try await anna.send(Data("no picture".utf8), to: trip + "/photos").status == .unprocessableContent)
            #expect(try #require(try await anna.step()) == step)
            #expect(try await anna.undo() == .seeOther)
            #expect(try #require(try await anna.step()).name == "added “Away”")
        }
    }

    @Test func stepsWithManyBytesOfPhotosAreForgottenFirst() async throws {
        try await withSite { _, store, client in
            let anna = Visitor(client: client, person: "anna")
            let trip = try await anna.addTrip("Away")
            for _ in 0..<5 {
                #expect(
                    try await anna.send(Data([0xFF, 0xD8, 0xFF]) + Data(count: 5_000_000), to: trip + "/photos").status
                        == .seeOther
                )
            }
            // Three of them have 15 MB.
            for _ in 0..<3 { #expect(try await anna.undo() == .seeOther) }
            #expect(try await anna.step() == nil)
            #expect(try TripBook(store).trips().first?.photos.count == 2)
        }
    }

    @Test func theFirstStepsOfTwoDesksHaveDifferentNumbers() async throws {
        try await withSite { _, _, client in
            // A server that is started again makes new desks, as another person has one.
            let (anna, ben) = (Visitor(client: client, person: "anna"), Visitor(client: client, person: "ben"))
            _ = try await anna.addTrip("Away")
            _ = try await ben.addTrip("Home")
            let step = try #require(try await anna.step())
            #expect(try await ben.post("/undo", ["value": step.number]).status == .conflict)
        }
    }
}
