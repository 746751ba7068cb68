import Foundation
import SwiftData
import SwiftDataCore

// The history of a save.

extension StoreBehaviour {
    static let historyContent: [StoreBehaviour] = [
        StoreBehaviour("the history tells of insertions, updates and deletions, save by save", needs: [.history]) {
            store in
            let (history, context) = (try store.history(), try store.context())
            let (ada, port) = (Sailor("Ada"), Port("HAM"))
            context.insert(ada)
            context.insert(port)
            try context.save()
            ada.age = 40
            try context.save()
            let identifier = ada.persistentModelID
            context.delete(ada)
            port.name = "Hamburg"
            try context.save()
            let transactions = try history.transactions(in: context, HistoryChoice())
            let expected: [Set<String>] = [
                ["insert Sailor", "insert Port"], ["update Sailor"], ["delete Sailor", "update Port"],
            ]
            try expect(transactions.map { Set($0.changes.map(\.summary)) }, is: expected, "transactions")
            let identifiers = [
                Set([identifier, port.persistentModelID]), [identifier], [identifier, port.persistentModelID],
            ]
            let found = transactions.map { Set($0.changes.map(\.changedPersistentIdentifier)) }
            try expect(found == identifiers, "changes have other identifiers than their models")
            let name = store.storeName(of: context)
            try expect(transactions.map(\.storeIdentifier), is: [name, name, name], "stores")
        },
        StoreBehaviour("an update names the properties that changed", needs: [.history]) { store in
            let (history, context) = (try store.history(), try store.context())
            let (ada, dock, tanker) = (Sailor("Ada"), Dock(1), Tanker("T", volume: 1))
            let models: [any PersistentModel] = [ada, dock, tanker]
            for model in models { context.insert(model) }
            try context.save()
            ada.name = "Bob"
            let port = Port("HAM")
            dock.port = port
            tanker.length = 300
            tanker.volume = 2
            try context.save()
            let changes = try expectSome(
                try history.transactions(in: context, HistoryChoice()).last?.changes,
                "changes"
            )
            func attributes(of model: any PersistentModel) throws -> Set<AnyKeyPath> {
                let change = changes.first { $0.changedPersistentIdentifier == model.persistentModelID }
                guard case .update(let update)? = change else {
                    throw BehaviourFailure(description: "there is no update of the \(type(of: model))")
                }
                func attributes<Update: HistoryUpdate>(_ update: Update) -> Set<AnyKeyPath> {
                    Set(update.updatedAttributes.map { $0 as AnyKeyPath })
                }
                return attributes(update)
            }
            try expect(try attributes(of: ada), is: [\Sailor.name], "attributes of a sailor")
            try expect(try attributes(of: dock), is: [\Dock.port], "attributes of a dock")
            try expect(try attributes(of: tanker), is: [\Tanker.length, \Tanker.volume], "attributes of a tanker")
        },
        StoreBehaviour("a deletion leaves the values that are to be preserved", needs: [.history]) { store in
            let (history, context) = (try store.history(), try store.context())
            let (licence, other, tanker) = (Licence(7, for: nil), Licence(8, for: nil), Tanker("T", volume: 1))
            licence.holder = "Ada"
            let registry = tanker.registry
            let models: [any PersistentModel] = [licence, other, tanker]
            for model in models { context.insert(model) }
            try context.save()
            for model in models {
                let identifier = model.persistentModelID
                context.delete(model)
                try context.save()
                let last = try history.transactions(in: context, HistoryChoice()).last
                try expect(last?.changes.map(\.changedPersistentIdentifier) == [identifier], "another model is deleted")
            }
            let deletions = try history.transactions(in: context, HistoryChoice()).dropFirst().flatMap(\.changes)
            guard case .delete(let first as any HistoryDelete<Licence>)? = deletions.first,
                case .delete(let second as any HistoryDelete<Licence>)? = deletions.dropFirst().first,
                case .delete(let third as any HistoryDelete<Tanker>)? = deletions.last
            else { throw BehaviourFailure(description: "the deletions are \(deletions.map(\.summary))") }
            try expect(first.tombstone[\.number] as? Int, is: 7, "number of the first")
            try expect(first.tombstone[\.holder] as? String, is: "Ada", "holder of the first")
            try expect(first.tombstone[\.port] == nil, "a value is there that was not to be preserved")
            try expect(first.tombstone.map { $0 }.count, is: 2, "values of the first")
            try expect(second.tombstone[\.number] as? Int, is: 8, "number of the second")
            try expect(second.tombstone.map { $0 }.count, is: 1, "values of the second")
            try expect(third.tombstone[\.registry] as? UUID, is: registry, "registry of the tanker")
            try expect(third.tombstone[\.name] == nil, "a value is there that was not to be preserved")
        },
        StoreBehaviour("a transaction has the author of its context, and its time", needs: [.history]) { store in
            let (history, context) = (try store.history(), try store.context())
            // A store may keep whole seconds.
            let before = Date().addingTimeInterval(-1)
            let authors = [nil, "importer", "Grüße", nil]
            for (index, author) in authors.enumerated() {
                context.author = author
                context.insert(Sailor("\(index)"))
                try context.save()
            }
            let transactions = try history.transactions(in: context, HistoryChoice())
            try expect(transactions.map(\.author), is: authors, "authors")
            let after = Date().addingTimeInterval(1)
            try expect(transactions.allSatisfy { before <= $0.timestamp && $0.timestamp <= after }, "a time is wrong")
            let found = try history.transactions(in: context, HistoryChoice(author: "importer"))
            try expect(found.count == 1 && found[0].changes.count == 1, "the author is not found")
        },
        StoreBehaviour(
            "a new model that becomes a stored one is an update in the history",
            needs: [.history, .uniqueness]
        ) {
            store in
            let (history, context) = (try store.history(), try store.context())
            let port = Port("HAM")
            context.insert(port)
            try context.save()
            let other = try store.context()
            other.insert(Port("HAM", name: "Hamburg"))
            try other.save()
            let changes = try history.transactions(in: context, HistoryChoice()).map(\.changes)
            try expect(changes.map { $0.map(\.summary) }, is: [["insert Port"], ["update Port"]], "changes")
            let found = changes.last?.first?.changedPersistentIdentifier
            try expect(found == port.persistentModelID, "another model is updated")
        },
        StoreBehaviour("what is not saved is not in the history", needs: [.history]) { store in
            let (history, context) = (try store.history(), try store.context())
            let port = Port("HAM")
            port.licences = [Licence(1, for: nil)]
            context.insert(port)
            try context.save()
            let ada = Sailor("Ada")
            context.insert(ada)
            try expect(
                try history.transactions(in: context, HistoryChoice()).count,
                is: 1,
                "transactions before a save"
            )
            context.delete(port)
            _ = try expectError("the save") { try context.save() }
            try expect(
                try history.transactions(in: context, HistoryChoice()).count,
                is: 1,
                "transactions after a refusal"
            )
            context.rollback()
            try context.save()
            port.name = port.name
            try context.save()
            try expect(
                try history.transactions(in: context, HistoryChoice()).count,
                is: 1,
                "transactions after no change"
            )
        },
    ]
}

extension HistoryChange {
    /// The kind of the change, and the class of its model.
    fileprivate var summary: String {
        func ofInsert<Insert: HistoryInsert>(_ insert: Insert) -> String { "insert \(Insert.Model.self)" }
        func ofUpdate<Update: HistoryUpdate>(_ update: Update) -> String { "update \(Update.Model.self)" }
        func ofDelete<Delete: HistoryDelete>(_ delete: Delete) -> String { "delete \(Delete.Model.self)" }
        return switch self {
        case .insert(let insert): ofInsert(insert)
        case .update(let update): ofUpdate(update)
        case .delete(let delete): ofDelete(delete)
        }
    }
}

extension StoreUnderTest {
    /// Returns the identifier by which the container knows the store.
    func storeName(of context: ModelContext) -> String {
        context.container.core.stores.first?.storeIdentifier ?? ""
    }
}
