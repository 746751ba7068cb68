extension StoreBox {
    package func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T]? {
        guard let provider = store as? any HistoryProviding else { return nil }
        func fetch<Provider: HistoryProviding>(_ provider: Provider) throws -> [T]? {
            guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return nil }
            return try calling { _ in try provider.fetchHistory(descriptor) } as? [T]
        }
        return try fetch(provider)
    }

    package func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> Bool {
        guard let provider = store as? any HistoryProviding else { return false }
        func delete<Provider: HistoryProviding>(_ provider: Provider) throws -> Bool {
            guard let descriptor = descriptor as? HistoryDescriptor<Provider.HistoryType> else { return false }
            try calling { _ in try provider.deleteHistory(descriptor) }
            return true
        }
        return try delete(provider)
    }
}
