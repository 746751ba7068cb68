import Foundation
import SwiftData

/// The mistakes that a store may make with its history.
enum HistoryMisdeed: String, CaseIterable, Sendable {
    case foreignChange, temporaryChange, changeOfAnotherEntity, changeOfNoEntity
    case foreignTransaction, duplicateTransaction, throwsMidway, anotherIdentifier
    // What has to be put up with.
    case moreThanTheLimit, backwards, foreignToken

    var isHarmless: Bool {
        switch self {
        case .moreThanTheLimit, .backwards, .foreignToken: true
        default: false
        }
    }
}

struct HostileToken: HistoryToken {
    var store: String
    var number: Int

    var id: Int { number }
    var tokenValue: [String: Int]? { [store: number] }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
}

struct HostileTransaction: HistoryTransaction {
    var number: Int
    var storeIdentifier: String
    var changes: [HistoryChange]
    let timestamp = Date(timeIntervalSince1970: 0)
    let author: String? = nil

    var id: Int { number }
    var transactionIdentifier: Int { number }
    var token: HostileToken { HostileToken(store: storeIdentifier, number: number) }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

struct HostileInsert<Model: PersistentModel>: HistoryInsert {
    let changeIdentifier: Int
    var transactionIdentifier: Int { changeIdentifier }
    let changedPersistentIdentifier: PersistentIdentifier
}

/// Says of each row that it was inserted, in a transaction of its own.
extension HostileStore: HistoryProviding {
    func fetchHistory(_ descriptor: HistoryDescriptor<HostileTransaction>) throws -> [HostileTransaction] {
        let shelf = configuration.shelf
        var transactions: [HostileTransaction] = []
        for (index, row) in shelf.rows.keys.sorted().enumerated() {
            guard let type = schema.entitiesByName[row.entityName]?.modelType else { continue }
            transactions.append(
                HostileTransaction(
                    number: index + 1,
                    storeIdentifier: shelf.identifier,
                    changes: [insertion(of: type, row, index + 1)]
                )
            )
        }
        let middle = transactions.count / 2
        switch shelf.historyMisdeed {
        case .foreignChange:
            transactions[middle].changes = [insertion(of: Author.self, try shelf.foreign("Author"), middle)]
        case .temporaryChange:
            transactions[middle].changes = [insertion(of: Author.self, Author(name: "").persistentModelID, middle)]
        case .changeOfAnotherEntity:
            transactions[middle].changes += [insertion(of: Tag.self, try shelf.newIdentifier("Author"), middle)]
        case .changeOfNoEntity:
            transactions[middle].changes = [insertion(of: Tag.self, try shelf.newIdentifier("Nobody"), middle)]
        case .foreignTransaction: transactions[middle].storeIdentifier = "elsewhere"
        case .duplicateTransaction: transactions.append(transactions[middle])
        case .throwsMidway: throw Sabotage()
        case .backwards: transactions.reverse()
        default: break
        }
        if shelf.historyMisdeed == .moreThanTheLimit || shelf.historyMisdeed == .backwards { return transactions }
        return try descriptor.selection(from: transactions)
    }

    func deleteHistory(_ descriptor: HistoryDescriptor<HostileTransaction>) throws {
        throw Sabotage()
    }

    private func insertion(
        of type: any PersistentModel.Type,
        _ row: PersistentIdentifier,
        _ number: Int
    ) -> HistoryChange {
        func insertion<Model: PersistentModel>(_: Model.Type) -> HistoryChange {
            .insert(HostileInsert<Model>(changeIdentifier: number, changedPersistentIdentifier: row))
        }
        return insertion(type)
    }
}
