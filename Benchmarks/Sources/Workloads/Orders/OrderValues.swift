import Foundation

/// The values of a row of Northwind's table of orders. The rows are made up, in the shape of the real ones.
struct OrderValues {
    var orderID: Int
    var customerID: String
    var employeeID: String
    var orderDate: String
    var requiredDate: String
    var shippedDate: String?
    var shipVia: Int
    /// In cents, which is what a decimal number here amounts to.
    var freightCents: Int
    var shipName: String
    var shipAddress: String
    var shipCity: String
    var shipRegion: String?
    var shipPostalCode: String?
    var shipCountry: String

    var freight: Decimal { Decimal(sign: .plus, exponent: -2, significand: Decimal(freightCents)) }

    static func make(_ count: Int) -> [OrderValues] {
        var random = SeededRandom(seed: 3)
        let customers = (0..<91).map { _ in Customer(&random) }
        return (0..<count).map { index in
            let customer = customers[random.below(customers.count)]
            let day = index / 8
            return OrderValues(
                orderID: 10_248 + index,
                customerID: customer.id,
                employeeID: "\(1 + random.below(9))",
                orderDate: date(day),
                requiredDate: date(day + 28),
                shippedDate: random.below(38) == 0 ? nil : date(day + 1 + random.below(20)),
                shipVia: 1 + random.below(3),
                freightCents: 1 + random.below(50_000),
                shipName: customer.name,
                shipAddress: customer.address,
                shipCity: customer.city,
                shipRegion: customer.region,
                shipPostalCode: customer.postalCode,
                shipCountry: customer.country
            )
        }
    }

    private struct Customer {
        let id: String
        let name: String
        let address: String
        let city: String
        let region: String?
        let postalCode: String?
        let country: String

        init(_ random: inout SeededRandom) {
            name = random.words(3)
            id = String(name.uppercased().prefix(5)).replacingOccurrences(of: " ", with: "X")
            address = random.words(2) + " \(1 + random.below(200))"
            city = random.words(1)
            region = random.below(5) < 3 ? random.words(2) : nil
            postalCode = random.below(43) == 0 ? nil : "\(10_000 + random.below(89_999))"
            country = random.words(1)
        }
    }

    /// Days after a day of 1996, all months having 28.
    private static func date(_ day: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(1996 + day / 336)-\(padded(1 + day / 28 % 12))-\(padded(1 + day % 28))"
    }
}
