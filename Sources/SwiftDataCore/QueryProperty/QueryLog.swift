/// The log of queries without a context: one line for each entity, however often the query is read.
@MainActor
final class QueryLog {
    static let shared = QueryLog()

    private var entityNames: Set<String> = []

    func note(_ error: QueryError) {
        guard case .noContext(let entityName) = error, entityNames.insert(entityName).inserted else { return }
        log.error(error.description)
    }
}
