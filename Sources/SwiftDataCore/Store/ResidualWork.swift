/// The parts of a fetch that a store leaves to the context.
package struct ResidualWork: Sendable {
    package var filter = false
    package var sort = false

    package init(filter: Bool = false, sort: Bool = false) {
        (self.filter, self.sort) = (filter, sort)
    }

    package var isAny: Bool { filter || sort }

    /// Asks a store for rows, and asks again with less where it leaves something to the context.
    /// - Throws: ``DataStoreError`` where the store also refuses the request without predicate and order.
    mutating func asking<T: PersistentModel, Answer>(
        _ descriptor: FetchDescriptor<T>,
        _ fetch: (FetchDescriptor<T>) throws -> Answer
    ) throws -> Answer {
        while true {
            do {
                return try fetch(asked(descriptor))
            } catch DataStoreError.preferInMemoryFilter where !filter {
                filter = true
            } catch DataStoreError.preferInMemorySort where !sort {
                sort = true
            }
        }
    }

    /// Returns the part of a descriptor that the store is still asked for.
    private func asked<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) -> FetchDescriptor<T> {
        guard isAny else { return descriptor }
        var asked = descriptor.withoutPage
        if filter { asked.predicate = nil }
        if sort { asked.sortBy = [] }
        return asked
    }
}
