import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// A model as lines of text, to compare: what an archive of Core Data's can tell of it.
private func lines(_ model: ModelOutline) -> Set<String> {
    var lines: Set<String> = ["version \(model.versionIdentifier)"]
    for entity in model.entities {
        let name = entity.name
        lines.insert("\(name) was \(entity.originalName) below \(entity.superName ?? "-")")
        lines.insert("\(name) unique \(entity.uniquenessConstraints)")
        for index in entity.indices { lines.insert("\(name) index \(index.name) \(index.paths)") }
        for property in entity.properties {
            switch property {
            case .attribute(let attribute): lines.formUnion(describe(attribute, name))
            case .relationship(let relationship):
                lines.insert(
                    "\(name).\(relationship.name) was \(relationship.originalName) to \(relationship.destination)."
                        + "\(relationship.inverseName ?? "-") \(relationship.isToOne) \(relationship.isOptional) "
                        + "\(relationship.deleteRule) \(relationship.minimumCount) \(relationship.maximumCount)"
                )
            }
        }
    }
    return lines
}

private func describe(_ attribute: AttributeOutline, _ owner: String) -> Set<String> {
    let path = "\(owner).\(attribute.name)"
    var kind = "\(attribute.kind)"
    if case .json = attribute.kind { kind = "\(AttributeKind.transformable("NSSecureUnarchiveFromData"))" }
    var lines: Set<String> = [
        "\(path) was \(attribute.originalName) \(kind) \(attribute.isOptional) \(attribute.isTransient) "
            + "\(attribute.allowsExternalStorage) \(attribute.preservesValueOnDeletion)"
    ]
    for element in attribute.elements { lines.formUnion(describe(element, path)) }
    return lines
}

@Suite("The model in a store's model cache")
struct ModelArchiveReaderTests {
    static var samples: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: SampleStore.samples.path)) ?? []
        return names.filter { name in !["-wal", "-shm", ".md"].contains { name.hasSuffix($0) } }.sorted()
    }

    private func content(_ store: SampleStore) throws -> Data {
        let sqlite3 = try #require(Program.sqlite3)
        let hex = try sqlite3.run([store.file.path, "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE"])
        let digits = Array(hex.utf8.filter { $0 != 10 })
        return Data(
            stride(from: 0, to: digits.count, by: 2).map { place in
                UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16) ?? 0
            }
        )
    }

    @Test(
        "is read as Python reads it, from stores that Apple's frameworks wrote",
        .enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"),
        arguments: samples
    )
    func sameAsPython(name: String) throws {
        let store = try SampleStore(name)
        defer { store.remove() }
        let ours = lines(try ModelCache.model(try content(store)))
        let theirs = lines(try CachedModel.read(store.file))
        #expect(ours.subtracting(theirs).sorted() == [])
        #expect(theirs.subtracting(ours).sorted() == [])
    }

    @Test(
        "tells every table and column of the file",
        .enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"),
        arguments: samples
    )
    func describesTheFile(name: String) throws {
        let store = try SampleStore(name)
        defer { store.remove() }
        let sqlite3 = try #require(Program.sqlite3)
        let layout = try StoreLayout(try ModelCache.model(try content(store)))
        let fresh = store.folder.appending(path: "fresh.sqlite")
        try sqlite3.run(["-bail", fresh.path], input: layout.creationStatements.joined(separator: ";\n") + ";")
        // Core Data's own order columns and history are no part of the model.
        let query = """
            SELECT m.name || '.' || c.name || ' ' || c.type FROM sqlite_master m, pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name LIKE 'Z%' AND c.name NOT LIKE 'Z_FOK_%' ORDER BY 1
            """
        #expect(try sqlite3.run([fresh.path, query]) == sqlite3.run([store.file.path, query]))
    }

    @Test(
        "is read from compiled models",
        .enabled(if: SampleStore.canBeRead, "needs ../shared/models"),
        arguments: ["SampleModel", "SampleModel2", "SampleModel3"]
    )
    func compiledModels(name: String) throws {
        let file = SampleStore.samples.deletingLastPathComponent().appending(path: "models/\(name).mom")
        let model = try ModelCache.model(archive: Data(contentsOf: file))
        #expect(!model.entities.isEmpty)
        _ = try StoreLayout(model)
        // The entities below another repeat its properties, which the file has once.
        for entity in model.entities {
            guard let above = model.entities.first(where: { $0.name == entity.superName }) else { continue }
            #expect(entity.properties.prefix(above.properties.count).map(\.name) == above.properties.map(\.name))
        }
    }

    /// Every kind of property.
    private static var everything: ModelOutline {
        var photo = AttributeOutline("photo", .data, isOptional: true)
        photo.allowsExternalStorage = true
        photo.preservesValueOnDeletion = true
        photo.originalName = "picture"
        var draft = AttributeOutline("draft", .integer(.int16))
        draft.isTransient = true
        let place = AttributeOutline(
            "place",
            .composite,
            elements: [AttributeOutline("lat", .double), AttributeOutline("name", .string, isOptional: true)]
        )
        let base: [PropertyOutline] = [
            .attribute(photo), .attribute(draft), .attribute(place),
            .attribute(AttributeOutline("unit", .rawValue(.string))),
            .attribute(AttributeOutline("größe", .decimal)), .attribute(AttributeOutline("when", .date)),
            .relationship(
                RelationshipOutline("parts", to: "Sub", inverse: "whole", isToOne: false, deleteRule: .cascade)
            ),
        ]
        let whole = RelationshipOutline("whole", to: "Base", inverse: "parts", isToOne: true, isOptional: true)
        return ModelOutline(
            entities: [
                EntityOutline(
                    "Base",
                    properties: base,
                    uniquenessConstraints: [["unit", "when"]],
                    indices: [IndexOutline(paths: ["draft", "unit"])]
                ),
                EntityOutline("Sub", super: "Base", properties: base + [.relationship(whole)]),
            ],
            versionIdentifier: "2.1.0"
        )
    }

    @Test("comes back from what this library writes")
    func roundTrip() throws {
        let model = Self.everything
        let read = try ModelCache.model(try ModelCache.content(model))
        var expected = lines(model)
        // The one element of an enum is optional in the archive, and is no part of what is read.
        #expect(lines(read).symmetricDifference(expected).sorted() == [])
        expected.insert("an oracle that can fail")
        #expect(lines(read) != expected)
    }

    @Test("keeps the default values that the archive has")
    func defaults() throws {
        func outline(_ name: String, _ kind: AttributeKind, _ value: StoredValue) -> PropertyOutline {
            var attribute = AttributeOutline(name, kind)
            attribute.defaultValue = value
            return .attribute(attribute)
        }
        let identifier = UUID()
        let values: [(String, AttributeKind, StoredValue)] = [
            ("a", .boolean, .integer(1)), ("b", .integer(.int64), .integer(-5)), ("c", .double, .double(2.5)),
            ("d", .string, .string("größer")), ("e", .date, .date(Date(timeIntervalSinceReferenceDate: 12.5))),
            ("f", .uuid, .uuid(identifier)), ("g", .data, .data(Data([1, 2]))),
        ]
        let entity = EntityOutline("Thing", properties: values.map { outline($0.0, $0.1, $0.2) })
        let read = try ModelCache.model(try ModelCache.content(ModelOutline(entities: [entity])))
        for (index, property) in read.entities[0].properties.enumerated() {
            guard case .attribute(let attribute) = property else { continue }
            #expect(attribute.name == values[index].0)
            let value = try #require(attribute.defaultValue, "\(attribute.name)")
            #expect(StoredValueComparison.equal(value, values[index].2), "\(attribute.name)")
        }
    }

    @Test("is refused with an error, and never a trap, where its bytes are damaged")
    func damage() throws {
        var random = SystemRandomNumberGenerator()
        let content = try ModelCache.content(Self.everything)
        var refused = 0
        for round in 0..<2_000 {
            var damaged = content
            if round % 4 == 0 { damaged = damaged.prefix(Int.random(in: 0..<content.count, using: &random)) }
            for _ in 0..<Int.random(in: 1...3, using: &random) where !damaged.isEmpty {
                let place = damaged.startIndex + Int.random(in: 0..<damaged.count, using: &random)
                damaged[place] = UInt8.random(in: .min ... .max, using: &random)
            }
            do { _ = try ModelCache.model(Data(damaged)) } catch { refused += 1 }
        }
        #expect(refused > 100)
    }
}
