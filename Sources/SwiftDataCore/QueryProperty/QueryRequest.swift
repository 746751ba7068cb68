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

    /// The meaning of the request; nil where it cannot be compared.
    var meaning: QueryMeaning? {
        descriptor.meaning.map {
            QueryMeaning(descriptor: $0, section: grouping?.keyPath, model: ObjectIdentifier(Element.self))
        }
    }
}

/// The meaning of a request, equal for two requests of the same models in the same sections.
struct QueryMeaning: Hashable {
    let descriptor: AnyHashable
    let section: AnyKeyPath?
    let model: ObjectIdentifier

    init(descriptor: some Hashable, section: AnyKeyPath?, model: ObjectIdentifier) {
        self.descriptor = AnyHashable(descriptor)
        self.section = section
        self.model = model
    }
}
