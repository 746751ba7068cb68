import SwiftData
import SwiftDataCore
import Testing

/// ``DefaultSnapshot`` as a value: copied, and encoded and decoded by any coder.
@Suite struct SnapshotCodingTests {
    private func snapshot(_ model: any PersistentModel) -> DefaultSnapshot {
        func open<Model: PersistentModel>(_ model: Model) -> DefaultSnapshot {
            var related: [PersistentIdentifier: any BackingData] = [:]
            return DefaultSnapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
        }
        return open(model)
    }

    private func reread(_ snapshot: DefaultSnapshot, schema: Schema) throws -> [DefaultSnapshot] {
        let json = JSONDecoder()
        json.userInfo[.dataStoreSchema] = schema
        let list = PropertyListDecoder()
        list.userInfo[.dataStoreSchema] = schema
        return [
            try json.decode(DefaultSnapshot.self, from: JSONEncoder().encode(snapshot)),
            try list.decode(DefaultSnapshot.self, from: PropertyListEncoder().encode(snapshot)),
        ]
    }

    @Test func everyTypeSurvivesJSONAndPropertyLists() throws {
        var values = Kinds.Values()
        // Property lists have no integers above this.
        values.uint = UInt(Int64.max)
        values.uint64 = UInt64(Int64.max)
        let schema = Schema([Kinds.self])
        for copy in try reread(snapshot(Kinds(values)), schema: schema) {
            let model = Kinds()
            #expect(copy._applyToBackingData(model.persistentBackingData))
            #expect(model.values == values)
            #expect(model.opaque == values.address && model.renamed == values.string)
        }
    }

    @Test func relationshipsAndNilSurvive() throws {
        let book = Book(title: "B", author: Author(name: "A"), tags: [Tag(name: "x"), Tag(name: "y")])
        let identifiers = book.tags.map(\.persistentModelID)
        for copy in try reread(snapshot(book), schema: Schema([Book.self])) {
            let other = Book(title: "")
            #expect(copy._applyToBackingData(other.persistentBackingData))
            let values = other._$modelState.values
            let slot = try #require(Book._$modelLayout.slot(named: "tags"))
            guard case .identifiers(let members) = values[slot] else { throw CocoaError(.coderValueNotFound) }
            #expect(members == identifiers)
            #expect(other.title == "B")
        }
        for copy in try reread(snapshot(Author(name: "A")), schema: Schema([Author.self])) {
            let other = Author(name: "", born: .distantPast)
            #expect(copy._applyToBackingData(other.persistentBackingData))
            #expect(other.born == nil && other.name == "A")
        }
        #expect(!snapshot(book)._applyToBackingData(Author(name: "").persistentBackingData))
    }

    @Test func aCopyHasAnotherIdentifierAndReferencesAsTheMapSays() throws {
        let book = Book(title: "B", author: Author(name: "A"), tags: [Tag(name: "x"), Tag(name: "y")])
        let original = snapshot(book)
        func stored(_ entity: String, _ key: Int) throws -> PersistentIdentifier {
            try .identifier(for: "store", entityName: entity, primaryKey: key)
        }
        let identifier = try stored("Book", 1)
        let author = try #require(book.author?.persistentModelID)
        let tags = book.tags.map(\.persistentModelID)
        let map = [author: try stored("Author", 1), tags[1]: try stored("Tag", 2)]
        let references: (DefaultSnapshot) throws -> [PersistentIdentifier] = { snapshot in
            let fields = try JSONDecoder().decode(References.self, from: JSONEncoder().encode(snapshot))
            return [fields.persistentIdentifier, fields.author] + fields.tags
        }
        let remapped = original.copy(persistentIdentifier: identifier, remappedIdentifiers: map)
        #expect(try references(remapped) == [identifier, stored("Author", 1), tags[0], stored("Tag", 2)])
        let plain = original.copy(persistentIdentifier: identifier, remappedIdentifiers: nil)
        #expect(try references(plain) == [identifier, author] + tags)
        #expect(try references(original.copy(persistentIdentifier: identifier)) == [identifier, author] + tags)
        #expect(try references(original) == [original.persistentIdentifier, author] + tags)
    }

    private struct References: Decodable {
        var persistentIdentifier: PersistentIdentifier
        var author: PersistentIdentifier
        var tags: [PersistentIdentifier]
    }

    @Test func missingValuesAreTheDefaultsAndWrongOnesAreErrorsThatNameTheProperty() throws {
        let decoder = JSONDecoder()
        decoder.userInfo[.dataStoreSchema] = Schema([Book.self])
        let identifier = try PersistentIdentifier.identifier(for: "s", entityName: "Book", primaryKey: 1)
        let encoded = String(decoding: try JSONEncoder().encode(identifier), as: UTF8.self)
        func decode(_ properties: String) throws -> DefaultSnapshot {
            let text = "{\"persistentIdentifier\":\(encoded)\(properties)}"
            return try decoder.decode(DefaultSnapshot.self, from: Data(text.utf8))
        }
        let book = Book(title: "", tags: [Tag(name: "x")])
        book.isRead = true
        #expect(try decode(",\"title\":\"T\",\"pages\":3")._applyToBackingData(book.persistentBackingData))
        #expect(book.title == "T" && book.pages == 3 && !book.isRead)
        for (text, property) in [
            (",\"title\":\"T\"", "pages"), (",\"title\":null,\"pages\":3", "title"),
            (",\"title\":\"T\",\"pages\":\"3\"", "pages"), (",\"title\":\"T\",\"pages\":3,\"tags\":[1]", "tags"),
        ] {
            let error = try #require(throws: DecodingError.self) { _ = try decode(text) }
            let path =
                switch error {
                case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                    context.codingPath
                default: [any CodingKey]()
                }
            #expect(path.first?.stringValue == property)
        }
    }

    @Test func anEntityThatNoSchemaHasIsAnError() throws {
        let identifier = try PersistentIdentifier.identifier(for: "s", entityName: "Nobody", primaryKey: 1)
        let text = "{\"persistentIdentifier\":\(String(decoding: try JSONEncoder().encode(identifier), as: UTF8.self))}"
        let error = try #require(throws: DecodingError.self) {
            _ = try JSONDecoder().decode(DefaultSnapshot.self, from: Data(text.utf8))
        }
        #expect("\(error)".contains("Nobody"))
    }
}
