import SwiftDataSyncCore
import Testing

/// Rows after a deletion and a concurrent insertion, on a small graph: trips have stops, stops a required place, tags.
@Suite struct DeleteRuleTests {
    var graph = GraphBuilder()
    private let trip = RecordID("Trip", 1)
    private let stop = RecordID("Stop", 2)
    private let place = RecordID("Place", 3)

    @Test mutating func aChildThatWasAddedElsewhereFollowsTheCascade() {
        graph.insert(trip)
        graph.insert(stop, ["trip": .reference(trip)])
        #expect(graph.view.rows == [trip, stop])
        #expect(graph.view.children("Stop", by: "trip", of: trip, orderedBy: "stops") == [stop])
        graph.delete(trip)
        #expect(graph.view.rows == [])
        graph.undelete(trip)
        #expect(graph.view.rows == [trip, stop])
    }

    @Test mutating func aChildThatMovedAwayLives() {
        let other = RecordID("Trip", 9)
        graph.insert(trip)
        graph.insert(other)
        graph.insert(stop, ["trip": .reference(trip)])
        graph.set(stop, "trip", .reference(other))
        graph.delete(trip)
        #expect(graph.view.rows == [other, stop])
    }

    @Test mutating func anOptionalReferenceToADeletedRowIsNull() {
        let person = RecordID("Person", 5)
        graph.insert(person)
        graph.insert(trip, ["leader": .reference(person)])
        graph.delete(person)
        #expect(graph.view.rows == [trip])
        #expect(graph.view.value("leader", of: trip) == .null)
    }

    @Test mutating func aRowThatALivingRowRequiresIsKept() {
        graph.insert(place)
        graph.insert(stop, ["place": .reference(place)])
        graph.delete(place)
        #expect(graph.view.rows == [place, stop])
        #expect(graph.view.value("place", of: stop) == .reference(place))
        graph.delete(stop)
        #expect(graph.view.rows == [])
    }

    @Test mutating func whatCascadesToAKeptRowIsKeptToo() {
        let land = RecordID("Land", 8)
        graph.insert(land)
        graph.insert(place, ["land": .reference(land)])
        graph.insert(stop, ["place": .reference(place)])
        graph.delete(place)
        graph.delete(land)
        #expect(graph.view.rows == [land, place, stop])
        graph.delete(stop)
        #expect(graph.view.rows == [])
    }

    @Test mutating func aRowThatACascadeDeletesKeepsNothing() {
        graph.insert(trip)
        graph.insert(place)
        graph.insert(stop, ["trip": .reference(trip), "place": .reference(place)])
        graph.delete(place)
        graph.delete(trip)
        #expect(graph.view.rows == [])
    }

    @Test mutating func childrenWaitForTheirParents() {
        graph.insert(stop, ["trip": .reference(trip)])
        let note = RecordID("Note", 4)
        graph.insert(note, ["stop": .reference(stop)])
        #expect(graph.view.rows == [])
        #expect(graph.view.waiting == [stop, note])
        graph.insert(trip)
        #expect(graph.view.rows == [trip, stop, note])
        #expect(graph.view.waiting == [])
    }

    @Test mutating func anOptionalReferenceToAnUnknownRecordIsNullUntilItArrives() {
        let person = RecordID("Person", 5)
        graph.insert(trip, ["leader": .reference(person)])
        graph.insert(stop, ["trip": .reference(trip)])
        #expect(graph.view.rows == [trip, stop] && graph.view.waiting == [])
        #expect(graph.view.value("leader", of: trip) == .null)
        graph.insert(person)
        #expect(graph.view.value("leader", of: trip) == .reference(person))
    }

    @Test mutating func aRowWaitsForAnUnknownRecordThatItRequires() {
        graph.insert(stop, ["place": .reference(place)])
        #expect(graph.view.rows == [] && graph.view.waiting == [stop])
        graph.insert(place)
        #expect(graph.view.rows == [place, stop])
    }

    @Test mutating func anEditThatArrivesBeforeTheInsertionWaits() {
        graph.set(trip, "name", .string("Oslo"))
        #expect(graph.view.rows == [] && graph.view.row(of: trip) == nil)
        graph.insert(trip)
        #expect(graph.view.value("name", of: trip) == .string("Oslo"))
    }

    @Test mutating func pairsShowLivingRowsInOrder() throws {
        let tags = (1...4).map { RecordID("Tag", $0 + 10) }
        graph.insert(trip)
        tags.forEach { graph.insert($0) }
        var key: OrderKey?
        for tag in [tags[2], tags[0], tags[1]] {
            key = try OrderKey.between(key, nil, device: DeviceNumber(1))
            graph.add(tag, to: trip, key)
        }
        graph.add(tags[3], to: trip, nil)
        graph.delete(tags[0])
        #expect(graph.view.members("tags", of: trip) == [tags[2], tags[1], tags[3]])
    }
}
