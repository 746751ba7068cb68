#if PostgreSQL
import SwiftData

/// All dossiers in a fresh context, and every attribute of each.
struct FetchWorkload {
    private let container: ModelContainer

    init(_ server: BenchmarkServer) throws { container = try server.container() }

    func run(_ repeats: Int) throws {
        // The peers ask for the rows in the order of their keys, which is the order of a fetch without a sort.
        try measure(.fetch, repeats: repeats) {
            try ModelContext(container).fetch(FetchDescriptor<Dossier>()).reduce(0) { $0 + $1.checksum }
        }
    }
}
#endif
