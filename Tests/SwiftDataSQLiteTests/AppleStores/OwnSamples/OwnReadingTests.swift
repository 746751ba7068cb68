import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// Stores in the layout of Apple's frameworks are read, with and without model classes; in every clone.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct OwnReadingTests {
    private static let counts: [String: [String: Int]] = [
        "own-cart.sqlite": ["CartItemModel": 0, "CartItemModifierModel": 0, "CartModel": 1],
        "own-orchard.sqlite": ["Garden": 2, "Gardener": 1, "Label": 2, "Plant": 4, "Tree": 2],
        "own-diary.sqlite": ["Day": 3, "Person": 2],
    ]

    @Test func everySampleIsCounted() { #expect(Self.counts.keys.sorted() == SampleStore.own) }

    @Test(arguments: counts.keys.sorted())
    func everyRowIsReadAndNothingIsWritten(_ name: String) throws {
        let sample = try OwnSample(name)
        try withExtendedLifetime(sample) { try expectRows(try #require(Self.counts[name]), in: sample.sample) }
    }

    @Test func valuesAreThoseOfTheFile() throws {
        let sample = try OwnSample("own-orchard.sqlite")
        let store = try DynamicStore(url: sample.file)
        let ids = try (1...4).map { try store.identifier(of: $0 == 2 || $0 == 3 ? "Tree" : "Plant", primaryKey: $0) }
        let rose = try #require(try store.row(ids[0]))
        #expect(rose["count"] == .integer(-7) && rose["seeds"] == .integer(9_007_199_254_740_993))
        #expect(rose["height"] == .double(0.1) && rose["alive"] == .boolean(true))
        #expect(rose["planted"] == .date(Date(timeIntervalSinceReferenceDate: 700_000_000.25)))
        #expect(rose["price"] == .decimal(12.5) && rose["photo"] == .data(Data([1, 255, 0])))
        #expect(rose["link"] == URL(string: "https://example.org/a%20b").map { .url($0) })
        #expect(rose["serial"] == UUID(uuidString: "C0AF0B66-7C3F-431D-8F2E-A9EB41B2434A").map { .uuid($0) })
        let garden = try #require(try store.row(store.identifier(of: "Garden", primaryKey: 1)))
        #expect(garden["plants"] == .identifiers([ids[1], ids[2], ids[0]]))
        let gardener = try #require(try store.rows(of: "Gardener").first)
        #expect(gardener["name"] == .null && gardener["favourites"] == .identifiers([ids[1], ids[2]]))
        #expect(try store.row(ids[1])?["rings"] == .integer(120))
        #expect(try store.row(ids[3])?["name"] == .string("") && store.row(ids[3])?["garden"] == .null)
    }

    @Test func theHistoryOfCoreDataIsTold() throws {
        let sample = try OwnSample("own-orchard.sqlite")
        let store = try DynamicStore(url: sample.file)
        let history = try store.history()
        #expect(history.map(\.id) == [1, 2] && history.map(\.author) == [nil, "sync"])
        #expect(history.flatMap(\.changes).map(\.changedProperties) == [[], ["name"], []])
    }

    @Test func classesReadTheRows() throws {
        let sample = try OwnSample("own-orchard.sqlite")
        let context = ModelContext(try sample.container(Orchard.models) { _ in })
        let gardens = try context.fetch(FetchDescriptor<Orchard.CDGarden>(sortBy: [SortDescriptor(\.name)]))
        #expect(gardens.map(\.name) == ["Südhang", "Ufer"])
        #expect(gardens.first?.plants.map(\.name) == ["Eiche", "apple 😀", "rose"])
        #expect(gardens.first?.plants.map { $0 is Orchard.Tree } == [true, true, false])
        let old = #Predicate<Orchard.Plant> { $0.labels.contains { $0.text == "old" } }
        #expect(Set(try context.fetch(FetchDescriptor(predicate: old)).map(\.name)) == ["Eiche", "apple 😀"])
        let rose = try #require(try context.fetch(FetchDescriptor<Orchard.Plant>()).first { $0.name == "rose" })
        #expect(rose.price == Decimal(12.5) && rose.seeds == 9_007_199_254_740_993 && rose.count == -7)
        #expect(rose.serial?.uuidString == "C0AF0B66-7C3F-431D-8F2E-A9EB41B2434A")
    }

    @Test(arguments: counts.keys.sorted())
    func aFreshStoreOfTheFilesSchemaHasTheSameColumns(_ name: String) throws {
        let sample = try OwnSample(name)
        let fresh = sample.sample.folder.appending(path: "fresh.store")
        let columns =
            "SELECT upper(m.name), upper(c.name), c.type FROM sqlite_master m, pragma_table_info(m.name) c "
            + "WHERE m.type = 'table' AND m.name LIKE 'Z%' AND c.name NOT LIKE 'Z\\_FOK%' ESCAPE '\\' ORDER BY 1, 2"
        let statements = try StoreLayout(schema: Schema(storeAt: sample.file)).creationStatements.joined(
            separator: ";\n"
        )
        try #require(Program.sqlite3).run([fresh.path, statements])
        let ours = try #require(Program.sqlite3).run([fresh.path, columns])
        #expect(try ours.trimmingCharacters(in: .newlines) == sample.sqlite3(columns))
    }

    @Test(arguments: counts.keys.sorted())
    func aDamagedFileIsAnErrorAndNeverATrap(_ name: String) throws {
        let sample = try OwnSample(name)
        let whole = try Data(contentsOf: sample.file)
        var numbers = SystemRandomNumberGenerator()
        for round in 0..<40 {
            var bytes = round < 8 ? whole.prefix(whole.count * round / 8) : whole
            if round >= 8 {
                for _ in 0...(round % 8) {
                    let place = Int.random(in: 0..<bytes.count, using: &numbers)
                    bytes[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &numbers)
                }
            }
            try bytes.write(to: sample.file)
            readAll(sample.file)
            #expect(try Data(contentsOf: sample.file) == bytes)
        }
    }

    private func readAll(_ file: URL) {
        guard let store = try? DynamicStore(url: file) else { return }
        for name in store.entityNames {
            try? store.forEachRow(of: name, damage: .isLeftOut) { row in
                for value in row.values { _ = value.value.jsonText }
            }
            try? store.forEachRow(of: name) { _ in }
        }
        _ = try? store.history()
    }

    @Test func valuesOfOtherTypesAreNamedOrLeftOut() throws {
        let sample = try OwnSample("own-diary.sqlite")
        try sample.sqlite3("UPDATE ZDAY SET ZMOOD = 'good', ZDATE = x'01' WHERE Z_PK = 2")
        let store = try DynamicStore(url: sample.file)
        let error = #expect(throws: StoreError.self) { try store.rows(of: "Day") }
        #expect(error?.code == .corruptRow && error?.entityName == "Day" && error?.propertyName == "date")
        var dates: [DynamicValue?] = []
        try store.forEachRow(of: "Day", damage: .isLeftOut) { dates.append($0["date"]) }
        #expect(dates.count == 3 && dates[1] == .unreadable)
    }
}
