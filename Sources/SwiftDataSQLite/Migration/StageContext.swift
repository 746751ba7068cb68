import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The context that a closure of a custom stage gets: it works inside of the migration's transaction.
struct StageContext {
    private let transaction: OpenTransaction
    private let core: ContainerCore

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
        let container = core.container()
        core.adopt(container)
        let successor = successors.map { successors in { try successors.identifier(for: $0) } }
        try StageCode.run(name, closure, in: container, past: past?.container, successor: successor) {
            // A closure may have gone on after a save that failed.
            try transaction.checkIsWhole()
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
