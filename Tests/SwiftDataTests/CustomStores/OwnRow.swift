import SwiftData

/// A row type of a store's author: a bag of fields, read from the models by their key paths.
struct OwnRow: DataStoreSnapshot {
    enum Field: Codable, Equatable {
        case text(String)
        case number(Int)
        case flag(Bool)
        case date(Date)
        case reference(PersistentIdentifier)
        case references([PersistentIdentifier])
    }

    let persistentIdentifier: PersistentIdentifier
    var fields: [String: Field] = [:]

    init(from backingData: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData]) {
        persistentIdentifier = backingData.persistentModelID ?? Self.nobody
        if let author = backingData as? any BackingData<Author> {
            fields["name"] = .text(author.getValue(forKey: \.name))
            let born: Date? = author.getValue(forKey: \.born)
            fields["born"] = born.map { .date($0) }
            let books: [Book] = author.getValue(forKey: \.books)
            fields["books"] = .references(books.map(\.persistentModelID))
        } else if let book = backingData as? any BackingData<Book> {
            fields["title"] = .text(book.getValue(forKey: \.title))
            fields["pages"] = .number(book.getValue(forKey: \.pages))
            fields["isRead"] = .flag(book.getValue(forKey: \.isRead))
            let author: Author? = book.getValue(forKey: \.author)
            fields["author"] = author.map { .reference($0.persistentModelID) }
            let tags: [Tag] = book.getValue(forKey: \.tags)
            fields["tags"] = .references(tags.map(\.persistentModelID))
        } else if let tag = backingData as? any BackingData<Tag> {
            fields["name"] = .text(tag.getValue(forKey: \.name))
            fields["weight"] = .number(tag.getValue(forKey: \.weight))
            let books: [Book] = tag.getValue(forKey: \.books)
            fields["books"] = .references(books.map(\.persistentModelID))
        } else if let person = backingData as? any BackingData<Person> {
            fields["name"] = .text(person.getValue(forKey: \.name))
            let manager: Person? = person.getValue(forKey: \.manager)
            fields["manager"] = manager.map { .reference($0.persistentModelID) }
            let reports: [Person] = person.getValue(forKey: \.reports)
            fields["reports"] = .references(reports.map(\.persistentModelID))
        }
    }

    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> OwnRow {
        let map = remappedIdentifiers ?? [:]
        return OwnRow(
            persistentIdentifier,
            fields.mapValues { field in
                switch field {
                case .reference(let identifier): .reference(map[identifier] ?? identifier)
                case .references(let members): .references(members.map { map[$0] ?? $0 })
                default: field
                }
            }
        )
    }

    private init(_ identifier: PersistentIdentifier, _ fields: [String: Field]) {
        persistentIdentifier = identifier
        self.fields = fields
    }

    private static var nobody: PersistentIdentifier { Author(name: "").persistentModelID }
}

extension OwnRow {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        persistentIdentifier = try container.decode(PersistentIdentifier.self, forKey: .persistentIdentifier)
        for key in container.allKeys {
            guard case .modeledProperty(let name) = key else { continue }
            fields[name] =
                if let members = try? container.decode([PersistentIdentifier].self, forKey: key) {
                    .references(members)
                } else if let identifier = try? container.decode(PersistentIdentifier.self, forKey: key) {
                    .reference(identifier)
                } else if let text = try? container.decode(String.self, forKey: key) {
                    .text(text)
                } else if let flag = try? container.decode(Bool.self, forKey: key) {
                    .flag(flag)
                } else if name == "born" {
                    .date(try container.decode(Date.self, forKey: key))
                } else {
                    .number(try container.decode(Int.self, forKey: key))
                }
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
        try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
        for (name, field) in fields {
            let key = DataStoreSnapshotCodingKey.modeledProperty(name)
            switch field {
            case .text(let text): try container.encode(text, forKey: key)
            case .number(let number): try container.encode(number, forKey: key)
            case .flag(let flag): try container.encode(flag, forKey: key)
            case .date(let date): try container.encode(date, forKey: key)
            case .reference(let identifier): try container.encode(identifier, forKey: key)
            case .references(let members): try container.encode(members, forKey: key)
            }
        }
    }
}
