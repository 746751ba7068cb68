import Foundation
import SwiftDataCore
import Testing

/// Identifiers as text: unique, readable, and taken back.
@Suite struct IdentifierTextTests {
    private func row(_ store: String, _ entity: String, _ key: some StringProtocol) throws -> PersistentIdentifier {
        try PersistentIdentifier.identifier(for: store, entityName: entity, primaryKey: String(key))
    }

    @Test func theTextIsTheAddressOfTheRow() throws {
        let store = UUID().uuidString
        let identifier = PersistentIdentifier(store: store, entity: "Harbour", row: 1)
        #expect(String(describing: identifier) == "x-coredata://\(store)/Harbour/p1")
        #expect("\(identifier.id)" == "x-coredata://\(store)/Harbour/p1")
        #expect(String(reflecting: identifier) == "PersistentIdentifier(x-coredata://\(store)/Harbour/p1)")
    }

    @Test func rowsOfOtherEntitiesAndStoresHaveOtherTexts() throws {
        let identifiers = ["A", "B"].flatMap { store in
            ["Harbour", "Ship"].flatMap { entity in
                (1...3).map { PersistentIdentifier(store: store, entity: entity, row: $0) }
            }
        }
        let unsaved = (0..<10).map { _ in Captain("A").persistentModelID }
        #expect(Set((identifiers + unsaved).map(String.init(describing:))).count == 22)
        // Also those that no process has opened the store of.
        #expect(try "\(row("A", "Harbour", "p2"))" == "\(identifiers[1])")
    }

    @Test(arguments: [
        "p1", "7", "p007", "a/b", "ä ö", "%41", "x y?#&", "..", "t\(UUID().uuidString)", "日本", "\0",
    ])
    func aTextIsTakenBack(_ key: String) throws {
        for (store, entity) in [("A", "Harbour"), ("my store/1", "Gemälde"), ("%", "x"), ("JSON", "A_B-C.D~E")] {
            let identifier = try row(store, entity, key)
            let copy = try #require(PersistentIdentifier(identifier.description))
            #expect(copy == identifier)
            #expect(copy.hashValue == identifier.hashValue)
            #expect(copy.entityName == entity && copy.storeIdentifier == store && !copy.isTemporary)
            #expect(URL(string: identifier.description)?.absoluteString == identifier.description)
        }
    }

    @Test func theTextOfAnUnsavedModelIsTakenBack() throws {
        let identifier = Captain("A").persistentModelID
        #expect(identifier.description.hasPrefix("x-coredata:///Captain/t"))
        let copy = try #require(PersistentIdentifier(identifier.description))
        #expect(copy == identifier && copy.isTemporary)
    }

    @Test func theTextGoesThroughAWebAddress() throws {
        let identifier = try row("my store", "Gemälde", "a/b c")
        var components = URLComponents()
        components.path = "/trips"
        components.queryItems = [URLQueryItem(name: "id", value: identifier.description)]
        let text = try #require(components.string)
        let item = try #require(URLComponents(string: text)?.queryItems?.first?.value)
        #expect(PersistentIdentifier(item) == identifier)
        // As one part of a path, as routers hand it out.
        let part = try #require(identifier.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(!part.contains("/"))
        #expect(try PersistentIdentifier(#require(part.removingPercentEncoding)) == identifier)
    }

    @Test(arguments: [
        "", "p1", "Harbour/p1", "x-coredata:", "x-coredata://", "x-coredata://A", "x-coredata://A/Harbour",
        "x-coredata://A/Harbour/", "x-coredata://A//p1", "x-coredata://A/Harbour/p1/", "x-coredata://A/Harbour/p1/p2",
        "http://A/Harbour/p1", "X-COREDATA://A/Harbour/p1", " x-coredata://A/Harbour/p1", "x-coredata://A/Harbour/p1\n",
        "x-coredata:///Harbour/p1", "x-coredata:///Harbour/t1", "x-coredata://A/Harbour/%",
        "x-coredata://A/Harbour/%zz",
        "x-coredata://A/Harbour/%FF", "x-coredata://A/Harbour/%41", "x-coredata://A/Harbour/a%2fb",
        "x-coredata://A/Harbour/a?b", "x-coredata://A/Gemälde/p1",
        "x-coredata:///Harbour/t3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    ])
    func whatIsNoAddressIsRefused(_ text: String) {
        #expect(PersistentIdentifier(text) == nil)
    }

    @Test func textsFromOutsideAreNotKept() {
        let before = IdentifierSpace.count
        for number in 0..<1_000 {
            #expect(PersistentIdentifier("x-coredata://S\(number)/E\(number)/p\(number)") != nil)
            #expect(PersistentIdentifier("x-coredata://S\(number)/E\(number)/") == nil)
        }
        // Others may open stores meanwhile.
        #expect(IdentifierSpace.count < before + 1_000)
    }
}
