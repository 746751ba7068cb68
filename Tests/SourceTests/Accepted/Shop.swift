// Attribute types that shops and catalogues have: enums of every kind, Codable structs, collections of them.
import Foundation
import SwiftData

enum Category: String, Codable, CaseIterable, Identifiable {
    case food, books, tools
    var id: Self { self }
}

enum Priority: Int, Codable, Comparable {
    case low, medium, high
    static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
}

enum Payment: Codable, Hashable {
    case cash
    case card(number: String, holder: String)
    case invoice(Int)
}

struct Money: Codable, Hashable {
    var amount: Decimal
    var currency: String
    static let zero = Money(amount: 0, currency: "EUR")
}

struct Address: Codable {
    struct Position: Codable {
        var latitude, longitude: Double
    }
    var street: String
    var position: Position?
}

struct Tag: RawRepresentable, Codable, Hashable {
    var rawValue: String
}

@Model
final class Product {
    @Attribute(.unique) var sku: String
    var name: String
    var category: Category
    var fallback = Category.tools
    var priority: Priority? = .low
    var price: Money = Money.zero
    var tags: [Tag] = []
    var labels: Set<String> = []
    var stock: [String: Int] = [:]
    var notes: [String]? = nil
    var photo: Data?
    var added: Date = Date()
    var weight: Float = 0.5
    var size: Int16 = 1
    var code: UInt64 = 0
    var ratio = 1.5
    var words = ["a", "b"]
    var pages: Array<Int> = []
    var maybe: Optional<String> = nil
    var nested: [[Int]] = []
    var ranges: [ClosedRange<Int>] = []
    var site: URL?
    var identifier = UUID()
    var interval: TimeInterval = 60
    var amount: Decimal = 9.99
    @Relationship(inverse: \Order.products) var orders: [Order]

    init(sku: String, name: String, category: Category) {
        self.sku = sku
        self.name = name
        self.category = category
    }
}

@Model
final class Order {
    var number: Int
    var payment: Payment
    var address: Address?
    var products: [Product]
    var customer: Customer

    init(number: Int, payment: Payment, products: [Product], customer: Customer) {
        self.number = number
        self.payment = payment
        self.products = products
        self.customer = customer
    }
}

@Model
final class Customer {
    var name: String
    @Relationship(deleteRule: .deny, minimumModelCount: 0, maximumModelCount: 100, inverse: \Order.customer)
    var orders: [Order]?
    var friends: [Customer] = []
    var bestFriend: Customer?

    init(_ name: String) {
        self.name = name
    }
}

func totals(of order: Order) -> Decimal {
    order.products.reduce(0) { $0 + $1.price.amount }
}

func change(_ product: Product) {
    product.price.amount += 1
    product.tags.append(Tag(rawValue: "new"))
    product.stock["Berlin", default: 0] += 3
    product.labels.insert("x")
    product.notes?.append("y")
    product.words[0] = "z"
    swap(&product.size, &product.size16)
    product.priority = product.priority.map { max($0, .medium) }
    if case .card(_, let holder) = product.orders.first?.payment { product.name = holder }
}

extension Product {
    var size16: Int16 {
        get { size }
        set { size = newValue }
    }
}
