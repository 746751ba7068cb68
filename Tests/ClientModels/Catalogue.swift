// Models of a module that others use.
public import SwiftData

@Model
public final class Product {
    #Index<Product>([\.name])

    @Attribute(.unique) public var sku: String
    public var name: String
    public private(set) var changes = 0
    public internal(set) var stock: [String: Int] = [:]
    package var cost: Decimal = 0
    var margin = 0.25
    public var kind: Kind = Kind.plain
    @Relationship(deleteRule: .cascade, inverse: \Review.product) public var reviews: [Review] = []
    public var price: Double = 1 {
        willSet { log.append("will \(price) \(newValue)") }
        didSet {
            log.append("did \(oldValue) \(price)")
            changes += 1
        }
    }
    @Transient public private(set) var log: [String] = []

    public enum Kind: String, Codable, Sendable { case plain, fancy }

    public init(sku: String, name: String) {
        self.sku = sku
        self.name = name
    }

    public func receive(_ count: Int, at place: String) {
        stock[place, default: 0] += count
    }
}

@Model
public final class Review {
    public var text: String
    public var product: Product?

    public init(text: String, product: Product? = nil) {
        self.text = text
        self.product = product
    }
}

@Model
package final class Supplier {
    package var name: String
    package var products: [Product] = []

    package init(name: String) {
        self.name = name
    }
}
