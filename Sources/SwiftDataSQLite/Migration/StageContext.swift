import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The context that a closure of a custom stage gets: it works inside of the migration's transaction.
struct StageContext {
    private let transaction: OpenTransaction
    private let core: ContainerCore

    /// The author of the saves of closures, in the history.
    static var author: String { StageCode.author }

    init(_ run: StepRun, _ schema: Schema) throws {
        transaction = OpenTransaction(run.runner.database)
        let connection = StoreConnection(inside: transaction, path: run.path)
        connection.statementObserver = run.runner.observer
        core = try ContainerCore(
            schema,
            DefaultStore(
                inside: connection,
                schema: schema,
                configuration: run.configuration ?? ModelConfiguration(url: URL(fileURLWithPath: run.path)),
                external: run.external
            )
        )
    }

    /// Calls a closure, and saves the changes that it left unsaved.
    /// - Throws: ``StoreError`` with code `migration`, with the error of the closure as the underlying error.
    func run(
        _ name: String,
        _ closure: @Sendable (ModelContext) throws -> Void,
        past: PastStore?,
        _ successors: Successors? = nil
    ) throws {
        defer { transaction.end() }
        try SnapshotTypes.$called.withValue(nil) {
            let container = core.container()
            core.adopt(container)
            let context = ModelContext(container)
            context.author = Self.author
            context.past = past.map { ModelContext($0.container) }
            context.successor = successors.map { successors in { try successors.identifier(for: $0) } }
            let batches = StageBatches(context)
            context.batchEnded = batches.save
            context.past?.batchEnded = batches.save
            defer {
                context.batchEnded = nil
                context.past?.batchEnded = nil
                // Code that keeps the context has one without changes, which does not save when it goes.
                context.autosaveEnabled = false
                context.rollback()
                context.past = nil
                context.successor = nil
            }
            do {
                try closure(context)
                if context.hasChanges { try context.save() }
                // A closure may have gone on after a save that failed.
                try transaction.checkIsWhole()
            } catch {
                throw StoreError(.migration, "\(name) threw \(StageCode.summary(error)).", underlying: error)
            }
        }
    }
}

extension ContainerCore {
    /// The parts of a container of one store, inside of a migration.
    convenience init(_ schema: Schema, _ store: DefaultStore) throws {
        self.init(
            schema: schema,
            migrationPlan: nil,
            stores: [TrustedStore(store)],
            configurations: [store.configuration],
            isInMigration: true
        )
    }
}
