import SwiftData

/// The files with orders.
struct OrderFiles {
    let place: Workplace
    let count: Int

    func ours() throws -> URL {
        try place.template("orders-ours-\(count)") { file in
            let values = OrderValues.make(count)
            try OurFile.fill(file, [Order.self], count: count) { index, context in
                context.insert(Order(values[index]))
            }
        }
    }

    func plain() throws -> URL {
        try place.template("orders-plain-\(count)") { file in
            let database = try RawDatabase(file)
            try database.execute(
                """
                CREATE TABLE orders (id INTEGER PRIMARY KEY, orderID INTEGER NOT NULL, customerID TEXT NOT NULL,
                    employeeID TEXT NOT NULL, orderDate TEXT NOT NULL, requiredDate TEXT NOT NULL, shippedDate TEXT,
                    shipVia INTEGER NOT NULL, freight DECIMAL NOT NULL, shipName TEXT NOT NULL,
                    shipAddress TEXT NOT NULL, shipCity TEXT NOT NULL, shipRegion TEXT, shipPostalCode TEXT,
                    shipCountry TEXT NOT NULL)
                """
            )
            try database.transaction { try insert(database) }
        }
    }

    private func insert(_ database: RawDatabase) throws {
        let marks = String(repeating: ", ?", count: 14)
        let statement = try database.prepare("INSERT INTO orders VALUES (NULL\(marks))")
        for value in OrderValues.make(count) {
            statement.bind(1, value.orderID)
            statement.bind(2, value.customerID)
            statement.bind(3, value.employeeID)
            statement.bind(4, value.orderDate)
            statement.bind(5, value.requiredDate)
            statement.bind(6, value.shippedDate)
            statement.bind(7, value.shipVia)
            statement.bind(8, Double(value.freightCents) / 100)
            statement.bind(9, value.shipName)
            statement.bind(10, value.shipAddress)
            statement.bind(11, value.shipCity)
            statement.bind(12, value.shipRegion)
            statement.bind(13, value.shipPostalCode)
            statement.bind(14, value.shipCountry)
            try statement.run()
        }
    }
}
