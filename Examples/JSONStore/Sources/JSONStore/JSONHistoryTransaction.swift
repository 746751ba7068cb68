import Foundation
import SwiftData

/// A position in the history of a JSON store: the number of a transaction.
public struct JSONHistoryToken: HistoryToken {
    let store: String
    let transaction: Int

    public var id: Int { transaction }
    /// The framework takes the identifier of the store from the only key.
    public var tokenValue: [String: Int]? { [store: transaction] }

    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.store, lhs.transaction) < (rhs.store, rhs.transaction)
    }
}

/// The changes of one save of a JSON store, in the form that the file has.
public struct JSONHistoryTransaction: HistoryTransaction, Codable {
    public let timestamp: Date
    public let token: JSONHistoryToken
    public let author: String?
    private let records: [JSONHistoryChange]

    init(timestamp: Date, token: JSONHistoryToken, author: String?, changes: [JSONHistoryChange]) {
        self.timestamp = timestamp
        self.token = token
        self.author = author
        records = changes
    }

    private enum CodingKeys: String, CodingKey {
        case timestamp, token, author
        case records = "changes"
    }

    public var id: Int { token.transaction }
    public var transactionIdentifier: Int { token.transaction }
    public var storeIdentifier: String { token.store }
    /// Without those of entities that the schema does not have any more.
    public var changes: [HistoryChange] { records.compactMap { $0.record?.change } }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.token == rhs.token }
    public func hash(into hasher: inout Hasher) { hasher.combine(token) }
}
