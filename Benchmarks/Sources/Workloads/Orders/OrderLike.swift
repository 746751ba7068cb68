import Foundation

/// The values that can be read of an order, whatever its type.
protocol OrderLike {
    var orderID: Int { get }
    var customerID: String { get }
    var employeeID: String { get }
    var orderDate: String { get }
    var requiredDate: String { get }
    var shippedDate: String? { get }
    var shipVia: Int { get }
    var freight: Decimal { get }
    var shipName: String { get }
    var shipAddress: String { get }
    var shipCity: String { get }
    var shipRegion: String? { get }
    var shipPostalCode: String? { get }
    var shipCountry: String { get }
}

/// Amounts that no freight is equal to.
private let dear = Decimal(sign: .plus, exponent: -3, significand: 250_005)

/// Reads every attribute. A decimal number is read by comparing it, since not all make it of the same thing.
@inline(__always)
func orderChecksum<Some: OrderLike>(_ order: Some) -> Int {
    var sum = order.orderID &+ order.shipVia &* 3
    sum &+= order.customerID.utf8.count &+ order.employeeID.utf8.count &* 5
    sum &+= order.orderDate.utf8.count &+ order.requiredDate.utf8.count &* 7
    sum &+= order.shipName.utf8.count &* 11 &+ order.shipAddress.utf8.count &* 13
    sum &+= order.shipCity.utf8.count &* 17 &+ order.shipCountry.utf8.count &* 19
    if let date = order.shippedDate { sum &+= date.utf8.count &* 23 }
    if let region = order.shipRegion { sum &+= region.utf8.count &* 29 }
    if let code = order.shipPostalCode { sum &+= code.utf8.count &* 31 }
    return order.freight > dear ? sum &+ 1_000 : sum
}
