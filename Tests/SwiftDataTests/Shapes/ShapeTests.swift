import Foundation
import SwiftData
import SwiftDataQueries
import TestSupport
import Testing

@Model
final class Dish {
    @Attribute(.unique) var code: String
    var title: String
    var price: Decimal
    var served: Date?
    var isVegan = false
    var size: Portion?
    var kind: Kind
    var kitchen: Kitchen?
    @Relationship(deleteRule: .nullify, inverse: \Topping.dishes) var toppings: [Topping] = []

    struct Portion: Codable, Equatable { var grams: Int }
    enum Kind: String, Codable { case starter, main }

    init(code: String, title: String, price: Decimal, kind: Kind) {
        self.code = code
        self.title = title
        self.price = price
        self.kind = kind
    }
}

@Model
final class Kitchen {
    var name: String
    var seats = 4
    @Relationship(inverse: \Dish.kitchen) var dishes: [Dish] = []

    init(name: String) { self.name = name }
}

@Model
final class Topping {
    @Attribute(.unique) var name: String
    var dishes: [Dish] = []

    init(name: String) { self.name = name }
}

@Model
final class Musician {
    var name: String
    var badge: Int?
    @Attribute(.createdDate) var joined: Date

    init(name: String) {
        self.name = name
        joined = .now
    }
}

@Model
final class Recital {
    var title: String
    var composer: Musician?
    var player: Musician?

    init(title: String) { self.title = title }
}

/// Shapes against structures that are written by hand.
@Suite struct ShapeTests {
    /// One class, found by different keys in one input. The date is set by the save, and no part of the input.
    @Test func keysOfOneClassStayApart() throws {
        let context = try memoryContext(Recital.self, Musician.self)
        let shape = ModelShape<Recital> {
            $0.value(\.title)
            $0.one(\.composer, ModelShape<Musician> { $0.key(\.name) })
            $0.one(
                \.player,
                ModelShape<Musician> {
                    $0.key(\.badge)
                    $0.value(\.name)
                }
            )
        }
        let input = #"{"title": "Evening", "composer": {"name": "7"}, "player": {"badge": 7, "name": "Bo"}}"#
        let before = Date()
        let recital = try shape.create(from: Data(input.utf8), in: context)
        try context.save()
        #expect(recital.composer?.name == "7")
        #expect(recital.composer?.badge == nil)
        #expect(recital.player?.name == "Bo")
        #expect(recital.player?.badge == 7)
        #expect(try #require(recital.player).joined >= before)
        #expect(try context.fetchCount(FetchDescriptor<Musician>()) == 2)
    }

    private struct PlainTopping: Codable, Equatable { var name: String }
    private struct PlainKitchen: Codable, Equatable {
        var name: String
        var seats: Int
    }
    private struct PlainDish: Codable, Equatable {
        var id: String?
        var code: String
        var name: String
        var price: Decimal
        var served: Date?
        var isVegan: Bool
        var size: Dish.Portion?
        var kind: Dish.Kind
        var kitchen: PlainKitchen?
        var toppings: [PlainTopping]
        var label: String?
    }

    private let shape = ModelShape<Dish>(refusesUnknownKeys: true) {
        $0.id()
        $0.key(\.code)
        $0.value(\.title, as: "name") { $0.isEmpty ? "must not be empty" : nil }
        $0.value(\.price)
        $0.value(\.served)
        $0.value(\.isVegan)
        $0.value(\.size)
        $0.value(\.kind)
        $0.one(
            \.kitchen,
            ModelShape<Kitchen> {
                $0.value(\.name)
                $0.value(\.seats)
            }
        )
        $0.many(\.toppings, ModelShape<Topping> { $0.key(\.name) })
        $0.computed("label") { "\($0.code): \($0.title)" }
    }

    private func context(_ place: StorePlace = .memory, _ folder: TemporaryFolder) throws -> ModelContext {
        let context = ModelContext(try place.container(folder, Dish.self, Kitchen.self, Topping.self))
        context.autosaveEnabled = false
        return context
    }

    private func plain(_ dish: Dish) -> PlainDish {
        PlainDish(
            id: dish.persistentModelID.description,
            code: dish.code,
            name: dish.title,
            price: dish.price,
            served: dish.served,
            isVegan: dish.isVegan,
            size: dish.size,
            kind: dish.kind,
            kitchen: dish.kitchen.map { PlainKitchen(name: $0.name, seats: $0.seats) },
            toppings: dish.toppings.map { PlainTopping(name: $0.name) },
            label: "\(dish.code): \(dish.title)"
        )
    }

    private func dishes(_ context: ModelContext) throws -> [Dish] {
        let kitchen = Kitchen(name: "north")
        let toppings = ["salt", "chives"].map(Topping.init)
        let dishes = (0..<5).map { number in
            Dish(
                code: "d\(number)",
                title: "dish \(number)",
                price: Decimal(number) / 4,
                kind: number % 2 == 0 ? .main : .starter
            )
        }
        for dish in dishes { context.insert(dish) }
        dishes[0].kitchen = kitchen
        dishes[1].toppings = toppings
        dishes[2].size = Dish.Portion(grams: 300)
        dishes[3].served = Date(timeIntervalSinceReferenceDate: 1_000)
        try context.save()
        return dishes
    }

    @Test(arguments: StorePlace.allCases) func modelsAreWrittenAsStructures(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        let dishes = try dishes(context)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let data = try shape.json(dishes, encoder: encoder)
        let read = try decoder.decode([PlainDish].self, from: data)
        #expect(read.count == 5)
        for (found, dish) in zip(read, dishes) {
            var (found, expected) = (found, plain(dish))
            found.toppings.sort { $0.name < $1.name }
            expected.toppings.sort { $0.name < $1.name }
            #expect(found == expected)
        }
        let one = try decoder.decode(PlainDish.self, from: shape.json(dishes[2], encoder: encoder))
        #expect(one == plain(dishes[2]))
        // Nil is there, as null.
        #expect(String(decoding: try shape.json(dishes[0]), as: UTF8.self).contains("\"served\":null"))
    }

    private func json(_ text: String) -> Data { Data(text.utf8) }

    @Test(arguments: StorePlace.allCases) func anInputMakesModels(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        context.insert(Topping(name: "salt"))
        try context.save()
        let dish = try shape.create(
            from: json(
                #"""
                {"id": "x", "code": "a", "name": "soup", "price": 4.5, "kind": "starter", "size": {"grams": 250},
                 "kitchen": {"name": "south"}, "toppings": [{"name": "salt"}, {"name": "dill"}, {"name": "dill"}]}
                """#
            ),
            in: context
        )
        #expect(dish.title == "soup")
        #expect(dish.price == 4.5)
        #expect(!dish.isVegan)
        #expect(dish.size == Dish.Portion(grams: 250))
        #expect(dish.kitchen?.name == "south")
        #expect(dish.kitchen?.seats == 4)
        try context.save()
        let reader = ModelContext(context.container)
        let stored = try #require(try reader.fetch(FetchDescriptor<Dish>()).first)
        #expect(Set(stored.toppings.map(\.name)) == ["salt", "dill"])
        #expect(try reader.fetchCount(FetchDescriptor<Topping>()) == 2)
        #expect(try reader.fetchCount(FetchDescriptor<Kitchen>()) == 1)
    }

    @Test func anInputChangesWhatItHas() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let dishes = try dishes(context)
        let kitchen = try #require(dishes[0].kitchen)
        try shape.update(dishes[0], from: json(#"{"price": 9, "kitchen": {"seats": 12}, "isVegan": true}"#))
        #expect(dishes[0].price == 9)
        #expect(dishes[0].title == "dish 0")
        #expect(dishes[0].isVegan)
        #expect(dishes[0].kitchen === kitchen)
        #expect(kitchen.seats == 12)
        #expect(kitchen.name == "north")
        try shape.update(dishes[0], from: json(#"{"kitchen": null, "served": null}"#))
        #expect(dishes[0].kitchen == nil)
        try shape.update(dishes[1], from: json(#"{"toppings": [{"name": "chives"}]}"#))
        #expect(dishes[1].toppings.map(\.name) == ["chives"])
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Topping>()) == 2)
        #expect(throws: StoreError.self) {
            try shape.update(Dish(code: "x", title: "x", price: 1, kind: .main), from: json("{}"))
        }
    }

    @Test(arguments: StorePlace.allCases) func inputsAreUpserted(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        _ = try dishes(context)
        let results = try shape.upsertAll(
            from: json(
                #"""
                [{"code": "d1", "name": "changed"}, {"code": "new", "name": "n", "price": 1, "kind": "main"},
                 {"code": "new", "price": 2}]
                """#
            ),
            in: context
        )
        #expect(results.map(\.isNew) == [false, true, true])
        #expect(results[1].model === results[2].model)
        #expect(results[2].model.price == 2)
        try context.save()
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<Dish>(sortBy: [SortDescriptor(\.code)]))
        #expect(stored.map(\.code) == ["d0", "d1", "d2", "d3", "d4", "new"])
        #expect(stored[1].title == "changed")
        #expect(stored[1].price == 0.25)
        let again = try shape.upsert(from: json(#"{"code": "new", "price": 3}"#), in: context)
        #expect(!again.isNew && again.model.price == 3)
    }

    private func problems(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            return []
        } catch let error as ModelShapeError {
            return error.problems.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func allProblemsAreToldAndNothingIsChanged() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let dishes = try dishes(context)
        func create(_ text: String) -> [String] { problems { _ = try shape.create(from: json(text), in: context) } }
        #expect(create("{") == ["the input is not JSON"])
        #expect(create("[]") == ["the input has another type"])
        #expect(create("{}") == ["code is missing", "name is missing", "price is missing", "kind is missing"])
        #expect(
            create(
                #"""
                {"code": "a", "name": "", "price": "much", "kind": "dessert", "size": {"grams": "x"}, "isVegan": null,
                 "toppings": [{"name": "salt"}, {"name": 3}, {}], "kitchen": {"seats": 1}, "color": 1}
                """#
            ).sorted()
                == [
                    "color is not known", "isVegan must not be null", "kind has another type",
                    "kitchen.name is missing",
                    "name must not be empty", "price has another type", "size has another type",
                    "toppings[1].name has another type", "toppings[2].name is missing",
                ]
        )
        #expect(
            problems { try shape.update(dishes[0], from: json(#"{"name": "x", "price": null}"#)) } == [
                "price must not be null"
            ]
        )
        #expect(problems { _ = try shape.upsertAll(from: json("[1]"), in: context) } == ["[0] has another type"])
        #expect(
            create(#"{"code": "a", "name": "b", "price": 1, "kind": "main", "toppings": {}}"#) == [
                "toppings has another type"
            ]
        )
        #expect(!context.hasChanges)
        #expect(dishes[0].title == "dish 0")
        let error = #expect(throws: ModelShapeError.self) { _ = try shape.create(from: json("{}"), in: context) }
        #expect(error?.problems.map(\.propertyName) == ["code", "title", "price", "kind"])
        #expect(error?.problems.allSatisfy { $0.entityName == "Dish" } == true)
    }

    @Test func aRelationshipCanBeAnIdentifier() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let dishes = try dishes(context)
        let kitchen = try #require(dishes[0].kitchen)
        let shape = ModelShape<Dish> {
            $0.value(\.code, isReadOnly: true)
            $0.reference(\.kitchen, as: "kitchenID")
        }
        struct Plain: Codable { var kitchenID: String? }
        let plain = try JSONDecoder().decode(Plain.self, from: shape.json(dishes[0]))
        #expect(plain.kitchenID == kitchen.persistentModelID.description)
        try shape.update(dishes[1], from: JSONEncoder().encode(plain))
        #expect(dishes[1].kitchen === kitchen)
        try shape.update(dishes[1], from: json(#"{"kitchenID": null, "code": "other"}"#))
        #expect(dishes[1].kitchen == nil)
        #expect(dishes[1].code == "d1")
        let id = kitchen.persistentModelID.description
        context.delete(kitchen)
        try context.save()
        for text in [id, "nonsense", dishes[1].persistentModelID.description] {
            let data = try JSONEncoder().encode(Plain(kitchenID: text))
            #expect(problems { try shape.update(dishes[1], from: data) } == ["kitchenID leads to no model"], "\(text)")
        }
        #expect(
            problems { try shape.update(dishes[1], from: json(#"{"kitchenID": 3}"#)) } == ["kitchenID has another type"]
        )
    }
}
