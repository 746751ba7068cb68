import Foundation

/// The models that a query asks for.
struct QueryRequest<Element: PersistentModel>: Sendable {
    let descriptor: FetchDescriptor<Element>
    /// Key paths of stored properties are immutable and capture nothing mutable.
    nonisolated(unsafe) let grouping: ResultsGrouping<Element, String>?

    init(_ descriptor: FetchDescriptor<Element>, _ grouping: ResultsGrouping<Element, String>? = nil) {
        self.descriptor = descriptor
        self.grouping = grouping
    }

    static func == (lhs: QueryRequest, rhs: QueryRequest) -> Bool {
        lhs.grouping?.keyPath == rhs.grouping?.keyPath && lhs.descriptor == rhs.descriptor
    }
}
