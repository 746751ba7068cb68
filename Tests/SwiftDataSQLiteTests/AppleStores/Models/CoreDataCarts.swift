import Foundation
import SwiftData

/// Models as those of the app that wrote coredata-cartkit-v1.sqlite.
enum CoreDataCarts {
    static let models: [any PersistentModel.Type] = [CDCart.self, CDCartItem.self, CDCartItemModifier.self]

    @Model final class CDCart {
        var id: String
        var context: String?
        var createdAt: Date
        var displayName: String?
        var maxItemCount: Int32?
        var metadataJSON: Data?
        var minSubtotalAmount: Decimal?
        var minSubtotalCurrencyCode: String?
        var profileId: String?
        var status: String
        var storeId: String
        var storeImageURL: String?
        var updatedAt: Date
        @Relationship(deleteRule: .cascade, inverse: \CDCartItem.cart) var items: [CDCartItem] = []

        init(id: String) {
            self.id = id
            createdAt = Date(timeIntervalSinceReferenceDate: 0)
            status = "active"
            storeId = "store"
            updatedAt = Date(timeIntervalSinceReferenceDate: 0)
        }
    }

    @Model final class CDCartItem {
        var id: String
        var availableStock: Int32?
        var imageURL: String?
        var productId: String
        var quantity: Int32 = 0
        var totalPriceAmount: Decimal?
        var totalPriceCurrencyCode: String?
        var unitPriceAmount: Decimal
        var unitPriceCurrencyCode: String?
        var cart: CDCart?
        @Relationship(deleteRule: .cascade) var modifiers: [CDCartItemModifier] = []

        init(id: String) {
            self.id = id
            productId = "product"
            unitPriceAmount = 1
        }
    }

    @Model final class CDCartItemModifier {
        var id: String
        var name: String
        var priceDeltaAmount: Decimal
        var priceDeltaCurrencyCode: String
        var item: CDCartItem?

        init(id: String) {
            self.id = id
            name = "modifier"
            priceDeltaAmount = 0
            priceDeltaCurrencyCode = "EUR"
        }
    }
}
