import SwiftDataCore

/// Determines if the history still has all transactions after a token.
struct HistoryExpiry {
    let runner: SQLRunner
    let storeIdentifier: String

    /// Numbers are handed out without gaps. Where the first transaction that is left is not the one that follows a
    /// token, the transactions between them were deleted; gaps further on are not looked for.
    /// - Throws: ``SwiftDataError/historyTokenExpired``.
    func check(_ bounds: [HistoryCondition.Bound]) throws {
        guard bounds.contains(where: { $0.token.position(in: storeIdentifier) != nil }) else { return }
        let first = try runner.integer("SELECT min(Z_PK) FROM ATRANSACTION")
        let last = try runner.lastTransaction()
        for bound in bounds {
            guard let position = bound.token.position(in: storeIdentifier) else { continue }
            guard position <= last else {
                throw SwiftDataError(
                    .historyTokenExpired,
                    "the token is of transaction \(position), and the store has had \(last): an older copy of the "
                        + "file may have taken its place. Fetch everything anew."
                )
            }
            guard let after = bound.after else { continue }
            let next = after == .excluding && position < .max ? position + 1 : position
            guard next <= last, (first ?? .max) > next else { continue }
            throw SwiftDataError(
                .historyTokenExpired,
                "the transactions that followed the token, from number \(next) on, were deleted from the history. "
                    + "Fetch everything anew."
            )
        }
    }
}
