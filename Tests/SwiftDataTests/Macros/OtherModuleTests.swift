import ClientModels
import SwiftData
import TestSupport
import Testing

/// A subclass of a model in another module.
@Model
final class Cafe: Place {
    var seats: Int

    init(name: String, seats: Int) {
        self.seats = seats
        super.init(name: name)
    }
}

/// A relationship to a model in another module, whose class does not know of it.
@Model
final class Wish {
    var product: Product?
    var places: [Place] = []

    init(product: Product?) {
        self.product = product
    }
}

@Suite struct OtherModuleTests {
    @Test func modelsOfAnotherModuleAreStored() throws {
        let store = try TemporaryFolder()
        do {
            let context = ModelContext(try store.container(for: Product.self, Supplier.self))
            let product = Product(sku: "1", name: "Lamp")
            product.receive(3, at: "Berlin")
            product.cost = 12.5
            product.kind = .fancy
            product.reviews.append(Review(text: "bright"))
            let supplier = Supplier(name: "Acme")
            supplier.products = [product]
            context.insert(supplier)
            try context.save()
        }
        let context = ModelContext(try store.container(for: Product.self, Supplier.self))
        let product = try #require(
            try context.fetch(FetchDescriptor<Product>(predicate: #Predicate { $0.name == "Lamp" })).first
        )
        #expect(product.stock == ["Berlin": 3])
        #expect(product.cost == 12.5)
        #expect(product.kind == .fancy)
        #expect(product.reviews.map(\.text) == ["bright"])
        #expect(product.reviews.first?.product === product)
        #expect(try context.fetch(FetchDescriptor<Supplier>()).first?.products == [product])
    }

    @Test func aModelRefersToOnesOfAnotherModule() throws {
        let context = try memoryContext(Wish.self)
        let wish = Wish(product: Product(sku: "2", name: "Chair"))
        wish.places = [Place(name: "Shop")]
        context.insert(wish)
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Wish>()).first)
        #expect(found.product?.name == "Chair")
        #expect(found.places.map(\.name) == ["Shop"])
    }

    @Test func aModelInheritsFromOneOfAnotherModule() throws {
        let context = try memoryContext(Place.self, Cafe.self)
        context.insert(Cafe(name: "Central", seats: 40))
        context.insert(Place(name: "Park"))
        try context.save()
        let other = ModelContext(context.container)
        let places = try other.fetch(FetchDescriptor<Place>(sortBy: [SortDescriptor(\.name)]))
        #expect(places.map(\.name) == ["Central", "Park"])
        let cafe = try #require(places.first as? Cafe)
        #expect(cafe.seats == 40)
        #expect(cafe.isOpen)
        #expect(places.last as? Cafe == nil)
    }
}
