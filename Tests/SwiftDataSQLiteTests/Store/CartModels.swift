import SwiftData

// The models of the sample store CartKit, as its model cache describes them.

@Model
final class CartModel {
    @Attribute(.unique) var id: String
    var storeId: String
    var profileId: String?
    var status: String
    var createdAt: Date
    var updatedAt: Date
    var metadataJSON: Data?
    var displayName: String?
    var context: String?
    var storeImageURLString: String?
    var minSubtotalAmount: Decimal?
    var minSubtotalCurrencyCode: String?
    var maxItemCount: Int?
    @Relationship(deleteRule: .cascade)
    var items: [CartItemModel] = []

    init(id: String, storeId: String, status: String, date: Date) {
        self.id = id
        self.storeId = storeId
        self.status = status
        createdAt = date
        updatedAt = date
    }
}

@Model
final class CartItemModel {
    @Attribute(.unique) var id: String
    var productId: String
    var quantity: Int
    var unitPriceAmount: Decimal
    var unitPriceCurrencyCode: String
    var totalPriceAmount: Decimal
    var totalPriceCurrencyCode: String
    var imageURLString: String?
    var availableStock: Int?
    @Relationship(deleteRule: .cascade)
    var modifiers: [CartItemModifierModel] = []

    init(id: String, productId: String, quantity: Int, price: Decimal) {
        self.id = id
        self.productId = productId
        self.quantity = quantity
        unitPriceAmount = price
        totalPriceAmount = price * Decimal(quantity)
        unitPriceCurrencyCode = "EUR"
        totalPriceCurrencyCode = "EUR"
    }
}

@Model
final class CartItemModifierModel {
    @Attribute(.unique) var id: String
    var name: String
    var priceDeltaAmount: Decimal
    var priceDeltaCurrencyCode: String

    init(id: String, name: String, price: Decimal) {
        self.id = id
        self.name = name
        priceDeltaAmount = price
        priceDeltaCurrencyCode = "EUR"
    }
}
