/// An error of a query.
public enum QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither an adapter, nor the task, nor the program has a context for the query.
    case noContext(entityName: String)

    static let advice = """
        Set ModelContainer.default, run the code in container.withCurrent { }, or use the .modelContainer(…) of an adapter. \
        Where there is a .modelContainer(for:…) already, its container could not be made: its onSetup and the log have the \
        error.
        """

    /// The entity whose query has no context, and the remedy.
    public var description: String {
        switch self {
        case .noContext(let entityName): "\(entityName): a query has no context. \(Self.advice)"
        }
    }
}
