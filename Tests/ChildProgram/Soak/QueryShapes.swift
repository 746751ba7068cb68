import Foundation
import SwiftData

/// Fetches of each shape.
enum QueryShapes {
    static let count = 14

    static func run(_ shape: Int, _ number: Int, _ context: ModelContext) throws {
        let text = "\(number)"
        switch shape {
        case 0: try read(FetchDescriptor<Account>(predicate: #Predicate { $0.number < number }), context)
        case 1:
            try read(
                FetchDescriptor<Account>(
                    predicate: #Predicate { $0.name.localizedStandardContains(text) },
                    sortBy: [SortDescriptor(\.name, comparator: .localizedStandard)]
                ),
                context
            )
        case 2: try read(FetchDescriptor<Booking>(predicate: #Predicate { $0.account?.number == number }), context)
        case 3:
            try read(
                FetchDescriptor<Account>(predicate: #Predicate { $0.entries.contains { $0.amount > 90 } }),
                context
            )
        case 4:
            var page = FetchDescriptor<Booking>(sortBy: [SortDescriptor(\.made, order: .reverse)])
            page.fetchLimit = 50
            page.fetchOffset = number
            try read(page, context)
        case 5: _ = try context.fetchCount(FetchDescriptor<Booking>(predicate: #Predicate { $0.text != nil }))
        case 6: _ = try context.fetchIdentifiers(FetchDescriptor<Account>())
        case 7:
            var descriptor = FetchDescriptor<Account>()
            descriptor.relationshipKeyPathsForPrefetching = [\.entries]
            for account in try context.fetch(descriptor) { _ = account.entries.count }
        case 8:
            var descriptor = FetchDescriptor<Account>()
            descriptor.propertiesToFetch = [\.name, \.balance]
            try read(descriptor, context)
        case 9: try context.enumerate(FetchDescriptor<Booking>(), batchSize: 200) { _ = $0.amount }
        case 10: for account in try context.fetch(FetchDescriptor<Account>(), batchSize: 20) { _ = account.group }
        case 11: try read(FetchDescriptor<Account>(predicate: #Predicate { $0.tags.count > 2 }), context)
        case 12:
            // A predicate of its own text each time, which caches of statements must not keep.
            let names = (0..<(number % 40 + 1)).map { "Kontó \($0 * number)" }
            try read(FetchDescriptor<Account>(predicate: #Predicate { names.contains($0.name) }), context)
        default:
            let account = try Requests.account(number, context)
            _ = account?.picture?.count
            _ = account?.tags.map(\.name)
        }
    }

    private static func read<Model: PersistentModel>(
        _ descriptor: FetchDescriptor<Model>,
        _ context: ModelContext
    ) throws {
        for model in try context.fetch(descriptor) { _ = model.persistentModelID.entityName }
    }
}
