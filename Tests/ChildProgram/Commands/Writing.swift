import ClientModels
import SwiftData

/// Saves models one by one to a store that other processes write at the same time: `write FILE NAME COUNT`.
enum Writing {
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 3, let count = Int(arguments[2]) else {
            throw CocoaError(.featureUnsupported)
        }
        let configuration = ModelConfiguration(url: URL(fileURLWithPath: arguments[0]))
        let context = ModelContext(try ModelContainer(for: LedgerEntry.self, configurations: configuration))
        for number in 0..<count {
            context.insert(LedgerEntry(writer: arguments[1], number: number))
            try context.save()
        }
    }
}
