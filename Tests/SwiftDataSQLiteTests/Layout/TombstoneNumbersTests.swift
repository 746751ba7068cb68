import SwiftDataCore
import SwiftDataSQL
import Testing

@Suite("Which column keeps which attribute of deleted rows")
struct TombstoneNumbersTests {
    /// An entity with marked attributes, and a composite with two elements where it is asked for.
    private func layout(_ names: String..., composite: String? = nil) throws -> StoreLayout {
        var attributes = names.map { AttributeOutline($0, .string) }
        if let composite {
            let elements = [AttributeOutline("y", .double), AttributeOutline("x", .double)]
            attributes.append(AttributeOutline(composite, .composite, elements: elements))
        }
        let properties = attributes.map { attribute in
            var attribute = attribute
            attribute.preservesValueOnDeletion = true
            return PropertyOutline.attribute(attribute)
        }
        return try StoreLayout(ModelOutline(entities: [EntityOutline("Port", properties: properties)]))
    }

    private func columns(_ numbers: TombstoneNumbers, _ layout: StoreLayout) throws -> [String] {
        numbers.columns(of: try #require(layout["Port"])).map { "\($0.name) \($0.path)" }
    }

    @Test("A new store has them by name, as the tables are made")
    func fresh() throws {
        let layout = try layout("name", "city", composite: "place")
        var numbers = TombstoneNumbers()
        numbers.append(layout.tables)
        #expect(
            try columns(numbers, layout) == [
                "ZTOMBSTONE0 city", "ZTOMBSTONE1 name", "ZTOMBSTONE2 place.y", "ZTOMBSTONE3 place.x",
            ]
        )
        #expect(numbers.columns(of: try #require(layout["Port"])) == layout["Port"]?.tombstones)
    }

    @Test("What is marked later comes after all that were ever marked")
    func later() throws {
        var numbers = TombstoneNumbers()
        numbers.append(try layout("name", "zone").tables)
        numbers.append(try layout("name").tables)
        let last = try layout("area", "city", "name")
        numbers.append(last.tables)
        #expect(try columns(numbers, last) == ["ZTOMBSTONE2 area", "ZTOMBSTONE3 city", "ZTOMBSTONE0 name"])
        #expect(numbers.entities["Port"]?["zone"] == 1)
    }

    @Test("An attribute without a number has no column")
    func unknown() throws {
        let numbers = try #require(TombstoneNumbers(["Port": ["name": 4]]))
        #expect(try columns(numbers, layout("city", "name")) == ["ZTOMBSTONE4 name"])
    }

    @Test("Numbers that no store can have are none", arguments: [["a": -1], ["a": Int.max], ["a": 0, "b": 0]])
    func damaged(paths: [String: Int]) {
        #expect(TombstoneNumbers(["Port": paths]) == nil)
    }
}
