package import Foundation
package import SwiftData

/// Models declared as those of the app that wrote swiftdata-cartkit-v1.sqlite.
package enum CartKit {
    package static let models: [any PersistentModel.Type] = [
        CartModel.self, CartItemModel.self, CartItemModifierModel.self,
    ]

    @Model
    package final class CartModel {
        @Attribute(.unique) package var id: String
        package var storeId: String
        package var profileId: String?
        @Relationship(deleteRule: .cascade) package var items: [CartItemModel]
        package var status: String
        package var createdAt: Date
        package var updatedAt: Date
        package var metadataJSON: Data?
        package var displayName: String?
        package var context: String?
        package var storeImageURLString: String?
        package var minSubtotalAmount: Decimal?
        package var minSubtotalCurrencyCode: String?
        package var maxItemCount: Int?

        package init(id: String, storeId: String = "store", items: [CartItemModel] = []) {
            self.id = id
            self.storeId = storeId
            self.items = items
            status = "active"
            createdAt = Date(timeIntervalSinceReferenceDate: 0)
            updatedAt = Date(timeIntervalSinceReferenceDate: 1)
        }
    }

    @Model
    package final class CartItemModel {
        @Attribute(.unique) package var id: String
        package var productId: String
        package var quantity: Int
        package var unitPriceAmount: Decimal
        package var unitPriceCurrencyCode: String
        package var totalPriceAmount: Decimal
        package var totalPriceCurrencyCode: String
        @Relationship(deleteRule: .cascade) package var modifiers: [CartItemModifierModel]
        package var imageURLString: String?
        package var availableStock: Int?

        package init(id: String, quantity: Int = 1, price: Decimal = 1, modifiers: [CartItemModifierModel] = []) {
            self.id = id
            productId = "product-" + id
            self.quantity = quantity
            unitPriceAmount = price
            unitPriceCurrencyCode = "EUR"
            totalPriceAmount = price * Decimal(quantity)
            totalPriceCurrencyCode = "EUR"
            self.modifiers = modifiers
        }
    }

    @Model
    package final class CartItemModifierModel {
        @Attribute(.unique) package var id: String
        package var name: String
        package var priceDeltaAmount: Decimal
        package var priceDeltaCurrencyCode: String

        package init(id: String, name: String, price: Decimal = 0) {
            self.id = id
            self.name = name
            priceDeltaAmount = price
            priceDeltaCurrencyCode = "EUR"
        }
    }
}
