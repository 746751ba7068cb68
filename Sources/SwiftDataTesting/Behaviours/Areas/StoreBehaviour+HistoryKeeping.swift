import Foundation
import SwiftData

// Positions in the history, and the rest of it.

extension StoreBehaviour {
    static let historyKeeping: [StoreBehaviour] = [
        StoreBehaviour("a save tells the position in the history after it", needs: [.history]) { store in
            let (history, context) = (try store.history(), try store.context())
            let listener = TokenListener(context)
            defer { listener.stop() }
            for index in 0..<3 {
                context.insert(Sailor("\(index)"))
                try context.save()
            }
            let transactions = try history.transactions(in: context, HistoryChoice())
            let name = store.storeName(of: context)
            let reported = listener.tokens.compactMap { $0[name] }
            try expect(reported.count, is: 3, "tokens told")
            try expect(transactions.count, is: 3, "transactions")
            for (token, transaction) in zip(reported, transactions) {
                try expect(history.areEqual(token, transaction.token), "another token is told than the transaction has")
                try expect([name, ""].contains(token.storeIdentifier), "the token is one of another store")
            }
            for (earlier, later) in zip(reported, reported.dropFirst()) {
                try expect(history.isEarlier(earlier, than: later), "a token is not earlier than the next")
                try expect(!history.isEarlier(later, than: earlier), "a token is earlier than the one before")
                try expect(!history.areEqual(earlier, later), "two saves have one token")
            }
        },
        StoreBehaviour(
            "the history is read from a position, by an author, page by page and backwards",
            needs: [.history]
        ) {
            store in
            let (history, context) = (try store.history(), try store.context())
            for index in 0..<6 {
                context.author = index % 2 == 0 ? "even" : "odd"
                context.insert(Sailor("\(index)"))
                try context.save()
            }
            let all = try history.transactions(in: context, HistoryChoice())
            try expect(all.count, is: 6, "transactions")
            func check(_ choice: HistoryChoice, _ expected: [Int], _ what: String) throws {
                let found = try history.transactions(in: context, choice).map { transaction in
                    all.firstIndex { history.areEqual($0.token, transaction.token) } ?? -1
                }
                try expect(found, is: expected, what)
            }
            try check(HistoryChoice(after: all[2].token), [3, 4, 5], "what came after the third")
            try check(HistoryChoice(after: all[5].token), [], "what came after the last")
            try check(HistoryChoice(author: "odd"), [1, 3, 5], "what one author did")
            try check(HistoryChoice(after: all[1].token, author: "odd"), [3, 5], "what one author did later")
            try check(HistoryChoice(author: "nobody"), [], "what nobody did")
            try check(HistoryChoice(limit: 2), [0, 1], "the first two")
            try check(HistoryChoice(after: all[2].token, limit: 2), [3, 4], "the next two")
            try check(HistoryChoice(limit: 10), [0, 1, 2, 3, 4, 5], "at most ten")
            try check(HistoryChoice(isLatestFirst: true), [5, 4, 3, 2, 1, 0], "backwards")
            try check(HistoryChoice(author: "even", limit: 2, isLatestFirst: true), [4, 2], "an author's last two")
        },
        StoreBehaviour("a token means the same after it was encoded", needs: [.history]) { store in
            let (history, context) = (try store.history(), try store.context())
            context.insert(Sailor("Ada"))
            try context.save()
            let first = try expectSome(try history.transactions(in: context, HistoryChoice()).last, "a transaction")
            context.insert(Sailor("Bob"))
            try context.save()
            let decoded = try history.decoded(first.token)
            try expect(history.areEqual(decoded, first.token), "a decoded token is another")
            let later = try history.transactions(in: context, HistoryChoice(after: decoded))
            try expect(later.count, is: 1, "later transactions")
            try expect(history.isEarlier(decoded, than: later[0].token), "a decoded token has no order")
        },
        StoreBehaviour("history and tokens are there when the store is opened again", needs: [.history, .persistence]) {
            store in
            let (history, context) = (try store.history(), try store.context())
            context.author = "Ada"
            let licence = Licence(7, for: nil)
            context.insert(licence)
            try context.save()
            let identifier = licence.persistentModelID
            let position = try expectSome(try history.transactions(in: context, HistoryChoice()).last?.token, "a token")
            let kept = try history.decoded(position)
            context.delete(licence)
            try context.save()
            let reopened = try store.reopened()
            let later = try history.transactions(in: reopened, HistoryChoice(after: kept))
            try expect(later.map(\.author), is: ["Ada"], "authors of what came later")
            guard case .delete(let deletion as any HistoryDelete<Licence>)? = later.first?.changes.first else {
                throw BehaviourFailure(description: "the deletion is not in the history")
            }
            try expect(deletion.changedPersistentIdentifier == identifier, "another model was deleted")
            try expect(deletion.tombstone[\.number] as? Int, is: 7, "number")
            reopened.insert(Sailor("Bob"))
            try reopened.save()
            try expect(try history.transactions(in: reopened, HistoryChoice(after: kept)).count, is: 2, "later ones")
            try expect(try history.transactions(in: reopened, HistoryChoice()).count, is: 3, "transactions")
        },
        StoreBehaviour(
            "containers that are open together read each other's history",
            needs: [.history, .severalContainers, .persistence]
        ) { store in
            let (history, context) = (try store.history(), try store.context())
            let others = ModelContext(try store.anotherContainer())
            others.author = "other"
            let bob = Sailor("Bob")
            others.insert(bob)
            try others.save()
            context.author = "own"
            context.insert(Sailor("Ada"))
            try context.save()
            for reader in [context, others] {
                let transactions = try history.transactions(in: reader, HistoryChoice())
                try expect(transactions.map(\.author), is: ["other", "own"], "authors")
                let found = transactions.first?.changes.first?.changedPersistentIdentifier
                try expect(found == bob.persistentModelID, "another model was inserted")
            }
        },
        StoreBehaviour("deleted history is gone, and a token before its end has expired", needs: [.history]) { store in
            let (history, context) = (try store.history(), try store.context())
            for index in 0..<5 {
                context.insert(Sailor("\(index)"))
                try context.save()
            }
            let tokens = try history.transactions(in: context, HistoryChoice()).map(\.token)
            try expect(tokens.count, is: 5, "transactions")
            try history.deleteTransactions(in: context, through: tokens[2])
            let left = try history.transactions(in: context, HistoryChoice())
            try expect(left.count, is: 2, "transactions that are left")
            try expect(zip(left, tokens[3...]).allSatisfy { history.areEqual($0.token, $1) }, "others are left")
            for token in tokens[...1] {
                let error = try expectError("a fetch after a deleted transaction") {
                    _ = try history.transactions(in: context, HistoryChoice(after: token))
                }
                try expect(SwiftDataError.historyTokenExpired ~= error, "the error is \(error)")
            }
            // Nothing after it is missing.
            try expect(
                try history.transactions(in: context, HistoryChoice(after: tokens[2])).count,
                is: 2,
                "later ones"
            )
            try expect(
                try history.transactions(in: context, HistoryChoice(after: tokens[3])).count,
                is: 1,
                "later ones"
            )
            try expect(try store.context().all(Sailor.self).count, is: 5, "rows")
            try history.deleteTransactions(in: context, through: tokens[4])
            try expect(try history.transactions(in: context, HistoryChoice()).count, is: 0, "transactions in the end")
            context.insert(Sailor("later"))
            try context.save()
            let new = try history.transactions(in: context, HistoryChoice(after: tokens[4]))
            try expect(new.count, is: 1, "transactions after the end")
            try expect(history.isEarlier(tokens[4], than: new[0].token), "a number is given twice")
        },
        StoreBehaviour("every token from before erase() has expired", needs: [.history, .erasing]) { store in
            let (history, context) = (try store.history(), try store.context())
            for index in 0..<2 {
                context.insert(Sailor("\(index)"))
                try context.save()
            }
            let tokens = try history.transactions(in: context, HistoryChoice()).map(\.token)
            try expect(tokens.count, is: 2, "transactions")
            try store.container().erase()
            func check(_ time: String) throws {
                for (index, token) in tokens.enumerated() {
                    let error = try expectError("a fetch after token \(index) \(time)") {
                        _ = try history.transactions(in: try store.context(), HistoryChoice(after: token))
                    }
                    try expect(SwiftDataError.historyTokenExpired ~= error, "the error is \(error)")
                }
            }
            // Nothing came after the last token, but all that it stands for has gone.
            try check("of an erased store")
            let later = try store.context()
            try expect(try history.transactions(in: later, HistoryChoice()).count, is: 0, "transactions")
            later.insert(Sailor("later"))
            try later.save()
            try check("after a save")
            let new = try history.transactions(in: later, HistoryChoice())
            try expect(new.count, is: 1, "later transactions")
            for token in tokens {
                try expect(history.isEarlier(token, than: new[0].token), "a number is given twice")
            }
            let end = try history.transactions(in: later, HistoryChoice(after: new[0].token))
            try expect(end.count, is: 0, "transactions after the last")
        },
    ]
}

/// The tokens that the saves of a context report.
///
/// `@unchecked Sendable` without a lock: notifications are posted on the thread that saves, which is the behaviour's.
private final class TokenListener: @unchecked Sendable {
    private(set) var tokens: [[String: any HistoryToken]] = []
    private var registration: (any NSObjectProtocol)?

    init(_ context: ModelContext) {
        registration = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { [unowned self] notification in
            let key = ModelContext.NotificationKey.historyTokens
            tokens.append(notification.userInfo?[key] as? [String: any HistoryToken] ?? [:])
        }
    }

    func stop() {
        if let registration { NotificationCenter.default.removeObserver(registration) }
        registration = nil
    }
}
