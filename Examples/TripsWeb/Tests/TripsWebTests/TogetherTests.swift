import Foundation
import Hummingbird
import Testing
import TripsKit
import TripsWeb

/// Several people, or one with several tabs, at once.
@Suite struct TogetherTests {
    @Test(arguments: ["trips.store", "trips.json"])
    func whatSeveralAddAtOnceIsAllThere(store: String) async throws {
        try await withSite(store) { _, store, client in
            let trip = try await Visitor(client: client, person: "anna").addTrip("Away")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for person in ["anna", "ben", "cora", "dan"] {
                    group.addTask {
                        let visitor = Visitor(client: client, person: person)
                        for number in 0..<10 {
                            let title = "\(person) \(number)"
                            let status = try await visitor.post(trip + "/items", ["title": title]).status
                            #expect(status == .seeOther)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try TripBook(store).trips().first?.bucketList.count == 40)
        }
    }

    @Test(arguments: ["trips.store", "trips.json"])
    func ofSeveralWhoChangeTheSameAtOnceOneDoes(store: String) async throws {
        try await withSite(store) { _, store, client in
            let trip = try await Visitor(client: client, person: "anna").addTrip("Away")
            var was = "Oslo"
            for round in 0..<20 {
                let shown = was
                let form = [
                    "name": "Away", "was-name": "Away", "start": "2027-05-01", "was-start": "2027-05-01",
                    "end": "2027-05-08", "was-end": "2027-05-08",
                ]
                let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                    for person in ["anna", "ben", "cora", "dan"] {
                        let destination = ["destination": "\(person) \(round)", "was-destination": shown]
                        group.addTask {
                            let visitor = Visitor(client: client, person: person)
                            return try await visitor.post(trip, form.merging(destination) { $1 }).status
                        }
                    }
                    return try await group.reduce(into: [Int]()) { $0.append($1.code) }
                }
                #expect(statuses.sorted() == [303, 422, 422, 422])
                was = try #require(try TripBook(store).trips().first?.destination)
            }
        }
    }

    @Test func turnsAreTakenInOrderAndEndWithAnErrorToo() async throws {
        let turns = Turns()
        try await withThrowingTaskGroup(of: Void.self) { group in
            let inside = Counter()
            for number in 0..<50 {
                group.addTask {
                    do {
                        try await turns.take {
                            #expect(await inside.add(1) == 1)
                            await Task.yield()
                            _ = await inside.add(-1)
                            if number.isMultiple(of: 3) { throw HTTPError(.conflict) }
                        }
                    } catch is HTTPError {
                        // The next one has its turn all the same.
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func anItemThatTwoHaveChangedIsAskedAboutAtItsField() async throws {
        try await withSite { _, store, client in
            let (anna, ben) = (Visitor(client: client, person: "anna"), Visitor(client: client, person: "ben"))
            let trip = try await anna.addTrip("Away")
            let item = try await anna.addItem("Swim", to: trip)
            func edit(_ visitor: Visitor, _ title: String, _ details: String, was: String = "Swim") async throws
                -> (status: HTTPResponse.Status, page: String)
            {
                let values = ["title": title, "was-title": was, "details": details, "was-details": ""]
                let answer = try await visitor.post("/items/\(item)", values)
                return (answer.status, String(buffer: answer.body))
            }
            func stored() throws -> [String] {
                try TripBook(store).trips().flatMap(\.bucketList).flatMap { [$0.title, $0.details] }
            }
            // Of two forms that were shown at the same moment, each changes another field.
            #expect(try await edit(ben, "Swim", "In the lake").status == .seeOther)
            #expect(try await edit(anna, "Swim far", "").status == .seeOther)
            #expect(try stored() == ["Swim far", "In the lake"])
            let crossed = try await edit(ben, "Swim fast", "")
            #expect(crossed.status == .unprocessableContent)
            #expect(crossed.page.contains("id=\"title-error\">Somebody has changed this to “Swim far”"))
            #expect(try stored() == ["Swim far", "In the lake"])
            #expect(try await edit(ben, "Swim fast", "", was: "Swim far").status == .seeOther)
            #expect(try stored() == ["Swim fast", "In the lake"])
        }
    }

    @Test func aFormThatIsSentAgainWithSomethingElseIsTaken() async throws {
        try await withSite { _, store, client in
            let anna = Visitor(client: client, person: "anna")
            let trip = try await anna.addTrip("Away")
            // As after going back in the browser.
            for title in ["Swim", "Swim", "Eat"] {
                _ = try await anna.post(trip + "/items", ["title": title, "once": "the-same-form"])
            }
            #expect(try TripBook(store).trips().flatMap(\.bucketList).map(\.title) == ["Swim", "Eat"])
            let item = try await anna.items(of: trip).first?.slug ?? ""
            // What the form before has changed is not asked about; what somebody else has is.
            func edit(_ title: String) async throws -> HTTPResponse.Status {
                let values = ["title": title, "was-title": "Swim", "once": "another-form"]
                return try await anna.post("/items/\(item)", values).status
            }
            #expect(try await edit("Swim far") == .seeOther)
            #expect(try await edit("Swim fast") == .seeOther)
            #expect(try TripBook(store).trips().first?.bucketList.first?.title == "Swim fast")
            let ben = Visitor(client: client, person: "ben")
            _ = try await ben.post("/items/\(item)", ["title": "Sleep", "was-title": "Swim fast"])
            #expect(try await edit("Swim on") == .unprocessableContent)
        }
    }

    @Test func aJSONFileThatCannotBeReadForAMomentDoesNotEndTheServer() async throws {
        try await withSite("trips.json") { _, store, client in
            let anna = Visitor(client: client, person: "anna")
            _ = try await anna.addTrip("Away")
            let file = try #require(store.file)
            let content = try Data(contentsOf: file)
            try Data("{ no JSON".utf8).write(to: file)
            try await Task.sleep(for: .milliseconds(400))
            #expect(try await anna.get("/changes").status == .ok)
            try content.write(to: file)
            _ = try await anna.addTrip("Home")
            #expect(try TripBook(store).counts().trips == 2)
        }
    }
}

private actor Counter {
    private var value = 0
    func add(_ more: Int) -> Int {
        value += more
        return value
    }
}
