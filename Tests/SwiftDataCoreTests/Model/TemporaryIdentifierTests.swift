import Foundation
import SwiftDataCore
import Testing

@Suite struct TemporaryIdentifierTests {
    private func decoded(_ identifier: PersistentIdentifier) throws -> PersistentIdentifier {
        try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
    }

    private func envelope(_ uuid: UUID) -> Data {
        Data(
            """
            {"implementation": {"primaryKey": "t\(uuid.uuidString)", "isTemporary": true, "entityName": "Captain",
             "uriRepresentation": "x-coredata:///Captain/t\(uuid.uuidString)"}}
            """.utf8
        )
    }

    @Test func aDecodedIdentifierEqualsTheOneItCameFrom() throws {
        let identifiers = (0..<100).map { _ in Captain("A").persistentModelID }
        #expect(Set(identifiers).count == 100)
        for identifier in identifiers {
            let copy = try decoded(identifier)
            #expect(copy == identifier)
            #expect(copy.hashValue == identifier.hashValue)
            #expect(copy.isTemporary)
        }
        #expect(try Set(identifiers.map(decoded)) == Set(identifiers))
    }

    @Test func theIdentifierOfAnotherProcessEqualsItselfAndNoneOfThisOne() throws {
        let uuid = UUID()
        let foreign = try JSONDecoder().decode(PersistentIdentifier.self, from: envelope(uuid))
        let again = try JSONDecoder().decode(PersistentIdentifier.self, from: envelope(uuid))
        let other = try JSONDecoder().decode(PersistentIdentifier.self, from: envelope(UUID()))
        #expect(foreign == again)
        #expect(foreign.hashValue == again.hashValue)
        #expect(foreign != other)
        #expect(try decoded(foreign) == foreign)
        let own = (0..<100).map { _ in Captain("A").persistentModelID }
        #expect(!own.contains(foreign))
        #expect(String(decoding: try JSONEncoder().encode(foreign), as: UTF8.self).contains(uuid.uuidString))
    }

    @Test func theKeyIsAWellFormedUUIDOfAnOwnMaking() throws {
        let text = String(decoding: try JSONEncoder().encode(Captain("A").persistentModelID), as: UTF8.self)
        let match = try #require(
            text.firstMatch(of: /"t([0-9A-F]{8}-[0-9A-F]{4}-([0-9A-F])[0-9A-F]{3}-([0-9A-F])[0-9A-F-]+)"/)
        )
        #expect(UUID(uuidString: String(match.1)) != nil)
        #expect(match.2 == "8")
        #expect(["8", "9", "A", "B"].contains(match.3))
    }

    @Test func identifiersAreOrderedAsTheirModelsWereMade() {
        let identifiers = (0..<20).map { _ in Captain("A").persistentModelID }
        #expect(identifiers.shuffled().sorted() == identifiers)
    }
}
