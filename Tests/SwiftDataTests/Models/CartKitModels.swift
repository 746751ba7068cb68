import SwiftData

/// Models declared as those of the app that wrote swiftdata-cartkit-v1.sqlite.
enum CartKit {
    @Model
    final class CartModel {
        @Attribute(.unique) var id: String
        var storeId: String
        var profileId: String?
        @Relationship(deleteRule: .cascade) var items: [CartItemModel]
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

        init(id: String, storeId: String, items: [CartItemModel] = []) {
            self.id = id
            self.storeId = storeId
            self.items = items
            status = "active"
            createdAt = Date(timeIntervalSinceReferenceDate: 0)
            updatedAt = Date(timeIntervalSinceReferenceDate: 1)
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
        @Relationship(deleteRule: .cascade) var modifiers: [CartItemModifierModel]
        var imageURLString: String?
        var availableStock: Int?

        init(id: String, price: Decimal, modifiers: [CartItemModifierModel] = []) {
            self.id = id
            productId = "product-" + id
            quantity = 1
            unitPriceAmount = price
            unitPriceCurrencyCode = "EUR"
            totalPriceAmount = price
            totalPriceCurrencyCode = "EUR"
            self.modifiers = modifiers
        }
    }

    @Model
    final class CartItemModifierModel {
        @Attribute(.unique) var id: String
        var name: String
        var priceDeltaAmount: Decimal
        var priceDeltaCurrencyCode: String

        init(id: String, name: String) {
            self.id = id
            self.name = name
            priceDeltaAmount = 0
            priceDeltaCurrencyCode = "EUR"
        }
    }
}
