#if PostgreSQL
import SwiftData

/// Single dossiers by their identifiers, each in a fresh context.
struct KeyWorkload {
    private let container: ModelContainer
    private let identifiers: [PersistentIdentifier]

    init(_ server: BenchmarkServer) throws {
        container = try server.container()
        let all = try ModelContext(container).fetchIdentifiers(
            FetchDescriptor<Dossier>(sortBy: [SortDescriptor(\.number)])
        )
        // The order of the peers' lookups.
        identifiers = all.indices.map { all[$0 * 7919 % all.count] }
    }

    func run(_ repeats: Int) throws {
        try measure(.key, repeats: repeats, divisor: identifiers.count) {
            identifiers.reduce(0) { sum, identifier in
                let dossier = ModelContext(container).model(for: identifier) as? Dossier
                return sum + (dossier?.checksum ?? 0)
            }
        }
        try measure(.key, as: "OpenSwiftData, predicate", repeats: repeats, divisor: identifiers.count) {
            try identifiers.reduce(0) { sum, identifier in
                let descriptor = FetchDescriptor<Dossier>(predicate: #Predicate { $0.persistentModelID == identifier })
                return sum + (try ModelContext(container).fetch(descriptor).first?.checksum ?? 0)
            }
        }
    }
}
#endif
