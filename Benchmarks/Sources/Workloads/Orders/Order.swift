import SwiftData

/// A class with Northwind's fourteen attributes of an order.
@Model
final class Order {
    var orderID: Int
    var customerID: String
    var employeeID: String
    var orderDate: String
    var requiredDate: String
    var shippedDate: String?
    var shipVia: Int
    var freight: Decimal
    var shipName: String
    var shipAddress: String
    var shipCity: String
    var shipRegion: String?
    var shipPostalCode: String?
    var shipCountry: String

    init(_ values: OrderValues) {
        orderID = values.orderID
        customerID = values.customerID
        employeeID = values.employeeID
        orderDate = values.orderDate
        requiredDate = values.requiredDate
        shippedDate = values.shippedDate
        shipVia = values.shipVia
        freight = values.freight
        shipName = values.shipName
        shipAddress = values.shipAddress
        shipCity = values.shipCity
        shipRegion = values.shipRegion
        shipPostalCode = values.shipPostalCode
        shipCountry = values.shipCountry
    }
}

extension Order: OrderLike {}
