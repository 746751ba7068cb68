import Foundation

/// One plain object for each row.
final class RawOrders: Contestant {
    let contender = Contender.raw
    private let repeats: Int
    private let files: OrderFiles
    private var database: RawDatabase?
    private var statement: RawStatement?

    init(_ repeats: Int, _ files: OrderFiles) {
        self.repeats = repeats
        self.files = files
    }

    func prepare() throws {
        guard database == nil else { return }
        let database = try RawDatabase(try files.plain())
        statement = try database.prepare("SELECT * FROM orders")
        self.database = database
    }

    func run() throws -> Int {
        guard let statement else { return 0 }
        var sum = 0
        for _ in 0..<repeats {
            var orders: [PlainOrder] = []
            while try statement.step() { orders.append(PlainOrder(statement)) }
            statement.reset()
            for order in orders { sum &+= orderChecksum(order) }
        }
        return sum
    }

    func close() {
        statement = nil
        database = nil
    }
}

private final class PlainOrder: OrderLike {
    let id: Int
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

    init(_ row: RawStatement) {
        id = row.integer(0)
        orderID = row.integer(1)
        customerID = row.text(2)
        employeeID = row.text(3)
        orderDate = row.text(4)
        requiredDate = row.text(5)
        shippedDate = row.optionalText(6)
        shipVia = row.integer(7)
        freight = Decimal(row.double(8))
        shipName = row.text(9)
        shipAddress = row.text(10)
        shipCity = row.text(11)
        shipRegion = row.optionalText(12)
        shipPostalCode = row.optionalText(13)
        shipCountry = row.text(14)
    }
}
