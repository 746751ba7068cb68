import ClientModels
import SwiftData
import Testing

@Model
final class Thermometer {
    var degrees: Int {
        didSet { highest = max(highest, degrees) }
    }
    var highest = Int.min
    var clamped = 0 {
        didSet { clamped = min(clamped, 10) }
    }
    var named: String = "" {
        willSet(next) { names.append(next) }
        didSet(last) {
            if last.isEmpty { return }
            names.append("after \(last)")
        }
    }
    var names: [String] = []

    init(degrees: Int) {
        self.degrees = degrees
    }
}

@Suite struct ObserverTests {
    @Test func observersRunInOrderWithTheirValues() {
        let product = Product(sku: "1", name: "Lamp")
        #expect(product.log.isEmpty)
        product.price = 2
        product.price += 0.5
        #expect(product.log == ["will 1.0 2.0", "did 1.0 2.0", "will 2.0 2.5", "did 2.0 2.5"])
        #expect(product.changes == 2)
    }

    @Test func initializationRunsNoObservers() {
        let thermometer = Thermometer(degrees: 20)
        #expect(thermometer.highest == .min)
        thermometer.degrees = 15
        #expect(thermometer.highest == 15)
    }

    @Test func anObserverMayAssignToItsOwnProperty() {
        let thermometer = Thermometer(degrees: 0)
        thermometer.clamped = 99
        #expect(thermometer.clamped == 10)
        thermometer.clamped = 3
        #expect(thermometer.clamped == 3)
    }

    @Test func parametersOfObserversAreNamed() {
        let thermometer = Thermometer(degrees: 0)
        thermometer.named = "a"
        thermometer.named = "b"
        #expect(thermometer.names == ["a", "b", "after a"])
    }

    @Test func whatAnObserverChangesIsSaved() throws {
        let context = try memoryContext(Product.self)
        let product = Product(sku: "1", name: "Lamp")
        context.insert(product)
        try context.save()
        product.price = 3
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Product>()).first)
        #expect(found.price == 3)
        #expect(found.changes == 1)
        #expect(found.log.isEmpty)
    }
}
