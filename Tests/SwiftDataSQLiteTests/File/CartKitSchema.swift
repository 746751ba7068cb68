import Foundation
import SwiftDataCore

/// The schema of swiftdata-cartkit-v1.sqlite.
enum CartKitSchema {
    static var schema: Schema { Schema(item, modifier, cart) }

    private static func attribute(_ name: String, _ type: any Any.Type, _ options: Schema.Attribute.Option...)
        -> Schema.Attribute
    {
        Schema.Attribute.make(name: name, options: options, valueType: type)
    }

    private static func owned(_ name: String, _ destination: String) -> Schema.Relationship {
        Schema.Relationship(
            name: name,
            destination: destination,
            isToOne: false,
            isOptional: false,
            deleteRule: .cascade
        )
    }

    private static var item: Schema.Entity {
        Schema.Entity(
            "CartItemModel",
            properties: attribute("id", String.self, .unique),
            attribute("productId", String.self),
            attribute("quantity", Int.self),
            attribute("unitPriceAmount", Decimal.self),
            attribute("unitPriceCurrencyCode", String.self),
            attribute("totalPriceAmount", Decimal.self),
            attribute("totalPriceCurrencyCode", String.self),
            owned("modifiers", "CartItemModifierModel"),
            attribute("imageURLString", String?.self),
            attribute("availableStock", Int?.self)
        )
    }

    private static var modifier: Schema.Entity {
        Schema.Entity(
            "CartItemModifierModel",
            properties: attribute("id", String.self, .unique),
            attribute("name", String.self),
            attribute("priceDeltaAmount", Decimal.self),
            attribute("priceDeltaCurrencyCode", String.self)
        )
    }

    private static var cart: Schema.Entity {
        Schema.Entity(
            "CartModel",
            properties: attribute("id", String.self, .unique),
            attribute("storeId", String.self),
            attribute("profileId", String?.self),
            owned("items", "CartItemModel"),
            attribute("status", String.self),
            attribute("createdAt", Date.self),
            attribute("updatedAt", Date.self),
            attribute("metadataJSON", Data?.self),
            attribute("displayName", String?.self),
            attribute("context", String?.self),
            attribute("storeImageURLString", String?.self),
            attribute("minSubtotalAmount", Decimal?.self),
            attribute("minSubtotalCurrencyCode", String?.self),
            attribute("maxItemCount", Int?.self)
        )
    }
}
