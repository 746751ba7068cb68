import Foundation
import GRDB

/// The common part of both kinds of records.
protocol OrderRow: FetchableRecord, TableRecord, OrderLike {}

/// An order as a record written by hand.
struct OrderRecord: OrderRow {
    static let databaseTableName = "orders"

    let id: Int64
    let orderID: Int
    let customerID: String
    let employeeID: String
    let orderDate: String
    let requiredDate: String
    let shippedDate: String?
    let shipVia: Int
    let freight: Decimal
    let shipName: String
    let shipAddress: String
    let shipCity: String
    let shipRegion: String?
    let shipPostalCode: String?
    let shipCountry: String

    init(row: Row) {
        id = row[0]
        orderID = row[1]
        customerID = row[2]
        employeeID = row[3]
        orderDate = row[4]
        requiredDate = row[5]
        shippedDate = row[6]
        shipVia = row[7]
        freight = row[8]
        shipName = row[9]
        shipAddress = row[10]
        shipCity = row[11]
        shipRegion = row[12]
        shipPostalCode = row[13]
        shipCountry = row[14]
    }
}

/// An order as a record that the compiler reads.
struct OrderCodableRecord: OrderRow, Codable {
    static let databaseTableName = "orders"

    let id: Int64
    let orderID: Int
    let customerID: String
    let employeeID: String
    let orderDate: String
    let requiredDate: String
    let shippedDate: String?
    let shipVia: Int
    let freight: Decimal
    let shipName: String
    let shipAddress: String
    let shipCity: String
    let shipRegion: String?
    let shipPostalCode: String?
    let shipCountry: String
}
