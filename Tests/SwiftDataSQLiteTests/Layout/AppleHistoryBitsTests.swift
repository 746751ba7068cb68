import Foundation
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@Suite("The bits of the history in stores of Apple's frameworks")
struct AppleHistoryBitsTests {
    private func layout(_ entities: [EntityOutline], isApples: Bool = true) throws -> StoreLayout {
        var model = ModelOutline(entities: entities)
        model.form = StoredForm(joinTables: [:], hasAppleHistory: isApples)
        return try StoreLayout(model)
    }

    private func toMany(_ name: String, _ destination: String, _ inverse: String? = nil) -> PropertyOutline {
        .relationship(RelationshipOutline(name, to: destination, inverse: inverse, isToOne: false))
    }

    private func toOne(_ name: String, _ destination: String, _ inverse: String? = nil) -> PropertyOutline {
        .relationship(RelationshipOutline(name, to: destination, inverse: inverse, isToOne: true))
    }

    private func texts(_ names: String...) -> [PropertyOutline] {
        names.map { .attribute(AttributeOutline($0, .string)) }
    }

    /// The names of an app whose history was compared with its rows, and the bits that were found.
    private func account(isApples: Bool) throws -> (account: EntityTable, category: EntityTable) {
        let properties =
            ["bank", "compteLie", "identity", "initAccount", "preference"].map { toOne($0, "Other") }
            + texts("currencyCode", "date", "icon", "name", "number", "type", "uuid")
            + ["bankStatement", "carnetCheques", "echeanciers", "paymentMode", "rubric", "status", "transactions"]
            .map { toMany($0, "Other") }
        let category =
            [toOne("preference", "Other"), toOne("rubric", "Other")] + texts("name", "objectif", "uuid")
            + [toMany("echeancier", "Other"), toMany("sousOperations", "Other")]
        let layout = try layout(
            [
                EntityOutline("Account", properties: properties), EntityOutline("Category", properties: category),
                EntityOutline("Folder", properties: [toMany("children", "Account")]),
                EntityOutline("Rubric", properties: [toMany("categories", "Category")]),
                EntityOutline("Other", properties: texts("x")),
            ],
            isApples: isApples
        )
        return (try #require(layout["Account"]), try #require(layout["Category"]))
    }

    private func bit(_ name: String, _ table: EntityTable, among names: [String]) -> Int? {
        names.firstIndex(of: name).flatMap { table.historyBit(forSlot: $0) }
    }

    @Test func relationshipsToManyAreWrittenWhereAppleWritesThem() throws {
        let (account, category) = try account(isApples: true)
        let accounts =
            ["bank", "compteLie", "identity", "initAccount", "preference"]
            + ["currencyCode", "date", "icon", "name", "number", "type", "uuid"]
            + ["bankStatement", "carnetCheques", "echeanciers", "paymentMode", "rubric", "status", "transactions"]
        let known = [
            "bank": 0, "preference": 4, "currencyCode": 6, "uuid": 12, "paymentMode": 14, "status": 15, "rubric": 17,
        ]
        for (name, position) in known { #expect(bit(name, account, among: accounts) == position, "\(name)") }
        #expect(bit("transactions", account, among: accounts) == 18)
        #expect(account.implicitKeys.map { account.historyBits[implicitColumn: $0.column] } == [5])
        let categories = ["preference", "rubric", "name", "objectif", "uuid", "echeancier", "sousOperations"]
        #expect(bit("sousOperations", category, among: categories) == 6)
        #expect(bit("echeancier", category, among: categories) == 7)
        #expect(account.historyBits.bitmap([18]) == Data([0, 0, 0x20]))
    }

    @Test func storesOfThisLibraryHaveThemByName() throws {
        let account = try account(isApples: false).account
        #expect((12..<19).map { account.historyBit(forSlot: $0) } == [13, 14, 15, 16, 17, 18, 19])
        #expect(account.historyBits.slots(in: Data([0, 0, 0x20])) == [17])
        #expect(account.historyBits.marks(in: Data([0, 0, 0x20])).unnamed == nil)
    }

    @Test func aBitThatMayBeAnythingIsNotNamed() throws {
        let account = try account(isApples: true).account
        let marks = account.historyBits.marks(in: Data([0b1000_0100, 0b0000_1000, 0b0010_0000]))
        // A to-one relationship, the column of another entity's relationship, an attribute, and one of seven.
        #expect(marks.slots == [0, 11])
        #expect(marks.columns == account.implicitKeys.map(\.column))
        #expect(marks.unnamed == HistoryMarks.Unnamed(count: 1, slots: [18, 12, 13, 14, 15, 16, 17]))
        // Where all have changed, there is nothing to find out.
        #expect(account.historyBits.marks(in: Data([0, 0b0000_0111, 0xF0])).slots == Array(12..<19))
        #expect(account.historyBits.marks(in: Data([0, 0b0000_0111, 0xF0])).unnamed == nil)
    }

    @Test func whatFollowsACompositeIsNamedWhereTheLengthTells() throws {
        let members = (0..<8).map { AttributeOutline("m\($0)", .double) }
        func table(_ attributes: Int) throws -> EntityTable {
            let place = AttributeOutline("b", .composite, elements: members)
            var properties = texts("a") + [.attribute(place)]
            properties += (0..<attributes).map { .attribute(AttributeOutline("c\($0)", .string)) }
            return try #require(try layout([EntityOutline("E", properties: properties)])["E"])
        }
        // One bit: 3 in all. One for each member: 10, in two bytes.
        let few = try table(1)
        #expect(few.historyBits.marks(in: Data([0b1110_0000])).slots == [0, 1, 2])
        #expect(few.historyBits.marks(in: Data([0b1000_0000, 0b0100_0000])).slots == [0, 2])
        #expect(few.historyBits.marks(in: Data([0b0000_0001, 0])).slots == [1])
        #expect(few.historyBits.marks(in: Data([0b1110_0000])).unnamed == nil)
        // An entity without them has no such doubt.
        let plain = try layout([EntityOutline("E", properties: texts("a", "b", "c"))])["E"]
        #expect(plain?.historyBits.isAmbiguous == false)
    }

    @Test func whatIsInheritedHasANameWhereEveryOrderAgrees() throws {
        let base = texts("m", "z")
        let layout = try layout([
            EntityOutline("Base", properties: base),
            EntityOutline("Sub", super: "Base", properties: base + texts("a", "zz")),
        ])
        let table = try #require(layout["Sub"])
        // m z a zz, or a m z zz: the last is the same in both.
        let marks = table.historyBits.marks(in: Data([0b0001_0000]))
        #expect(marks.slots == [3] && marks.unnamed == nil)
        #expect(table.historyBits.marks(in: Data([0b1000_0000])).slots.isEmpty)
        #expect(
            table.historyBits.marks(in: Data([0b1000_0000])).unnamed == HistoryMarks.Unnamed(count: 1, slots: [0, 2])
        )
        #expect(layout["Base"]?.historyBits.isAmbiguous == false)
    }

    @Test func severalHiddenColumnsAreInNoKnownOrder() throws {
        let layout = try layout([
            EntityOutline("Member", properties: texts("a")),
            EntityOutline("Second", properties: [toMany("y", "Member")]),
            EntityOutline("Third", properties: [toMany("x", "Member")]),
        ])
        let bits = try #require(layout["Member"]).historyBits
        #expect(bits.marks(in: Data([0b0010_0000])).slots == [0])
        #expect(bits.marks(in: Data([0b1000_0000])).columns.isEmpty)
        #expect(bits.marks(in: Data([0b1000_0000])).unnamed == HistoryMarks.Unnamed(count: 1, slots: []))
    }

    @Test func aStoreOfOursSaysThatSomethingHasNoName() throws {
        let layout = try layout(
            [EntityOutline("E", properties: (0..<8).map { .attribute(AttributeOutline("a\($0)", .string)) })],
            isApples: false
        )
        let bits = try #require(layout["E"]).historyBits
        let bitmap = bits.bitmap([3], hasUnnamed: true)
        #expect(bitmap == Data([0b0001_0000, 0b1000_0000]))
        #expect(bits.marks(in: bitmap).slots == [3])
        #expect(bits.marks(in: bitmap).unnamed == HistoryMarks.Unnamed(count: 1, slots: []))
    }
}

/// The keys of `NSProperties` in a model cache come in the order of a dictionary of Core Foundation.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct NameHashTests {
    @Test(arguments: SampleStore.names.filter { !SampleStore.own.contains($0) })
    func namesAreInTheOrderOfTheirBuckets(_ name: String) throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        let python = try #require(Program.python3)
        let program =
            ArchiveReading.common + """
                print(json.dumps([[at(k) for k in at(o["NSProperties"]).get("NS.keys", [])]
                    for o in objects if isinstance(o, dict) and "NSProperties" in o]))

                """
        let json = try python.run(["-", sample.file.path], input: program)
        let entities = try JSONDecoder().decode([[String]].self, from: Data(json.utf8))
        #expect(!entities.isEmpty)
        for names in entities {
            // Which of two names gets a bucket that both want depends on who came first, which nobody knows.
            let orders = [names, names.sorted()].map { NameHash.order($0, entries: names.count) }
            let isKnown = NameHash.hasCollisions(names, entries: names.count)
            #expect(orders.contains(names) || isKnown, "\(names)")
        }
    }

    @Test func theHashIsTheOneThatIsPublished() {
        #expect(NameHash.hash("") == 0)
        // Two characters: ((2 * 257 + 97) * 257 + 98), and that shifted by two.
        #expect(NameHash.hash("ab") == 157_125 + (157_125 << 2))
        #expect(NameHash.hash("é") == nil)
        #expect(NameHash.hash(String(repeating: "a", count: 97)) == nil)
    }
}
