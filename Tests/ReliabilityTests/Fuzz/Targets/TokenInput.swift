import Foundation
import SwiftDataCore

/// Tokens of the history as JSON.
enum TokenInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        let token = DefaultHistoryToken(storeIdentifier: "8E2C3D5A-0B7F-4C11-9E55-0123456789AB", transaction: 12)
        return [try JSONEncoder().encode(token), Data(#"{"positions":{"a":-1,"b":9223372036854775807}}"#.utf8)]
    }

    static func check(_ data: Data) throws {
        let token = try accepting(DecodingError.self) { try JSONDecoder().decode(DefaultHistoryToken.self, from: data) }
        guard let token else { return }
        let json = try JSONEncoder().encode(token)
        let again: DefaultHistoryToken = try rereading("the token") {
            try JSONDecoder().decode(DefaultHistoryToken.self, from: json)
        }
        try require(
            again == token && again.hashValue == token.hashValue && !(again < token) && !(token < again)
                && again.id == token.id && again.storeIdentifier == token.storeIdentifier,
            "the token has become another one"
        )
        for store in token.storeIdentifiers {
            try require(again.position(in: store) == token.position(in: store), "a position has become another one")
            let isBefore = DefaultHistoryToken.inHistory(of: store) { token < again }
            try require(!isBefore, "a token that comes before itself")
        }
    }
}
