package import Foundation

/// Searches texts, by the index of the store where it has one, otherwise in memory.
///
/// Changes: nothing itself. Asks: the stores; ``ModelFetching``.
package struct ModelSearching {
    let unit: UnitOfWork

    /// The number of rows that are asked for at once where a predicate may leave some out.
    private static let chunk = 200

    /// The models of saved rows that have all phrases in their marked attributes, the best first.
    /// - Parameter limit: The number of models at most; nil for all.
    package func search<T: PersistentModel>(
        _ type: T.Type,
        _ request: SearchRequest,
        where predicate: Predicate<T>?,
        limit: Int?
    ) throws -> [(model: T, score: Double)] {
        try unit.exclusively {
            unit.receiving.receive()
            let limit = max(limit ?? .max, 0)
            guard limit > 0, !request.phrases.isEmpty else { return [] }
            let store = try unit.core.store(for: T.self)
            var found: [(model: T, score: Double)] = []
            var offset = 0
            while found.count < limit {
                let size = predicate == nil ? limit - found.count : Self.chunk + offset
                let asked = min(size, 10_000)
                guard let matches = try store.search(request, limit: asked, offset: offset) else {
                    return try inMemory(type, request, predicate, limit)
                }
                found += try models(type, matches, predicate).prefix(limit - found.count)
                guard matches.count == asked else { break }
                offset += asked
            }
            return found
        }
    }

    /// The models of some matches, in their order.
    private func models<T: PersistentModel>(
        _ type: T.Type,
        _ matches: [SearchMatch],
        _ predicate: Predicate<T>?
    ) throws -> [(model: T, score: Double)] {
        var models: [PersistentIdentifier: T] = [:]
        for start in stride(from: 0, to: matches.count, by: 1_000) {
            let part = matches[start..<min(start + 1_000, matches.count)]
            let list = QueryNode.list(part.map { QueryValue(.identifier($0.identifier)) })
            let chosen = QueryNode.collection(.contains(list, element: .identifier(.root))).predicate(of: T.self)
            var descriptor = FetchDescriptor(predicate: predicate.map { Predicate(all: [chosen, $0]) } ?? chosen)
            descriptor.includePendingChanges = false
            for model in try unit.fetching.fetch(descriptor) { models[model.persistentModelID] = model }
        }
        return matches.compactMap { match in models[match.identifier].map { ($0, match.score) } }
    }

    /// Ranks all saved models, by a context of its own where this one has unsaved changes.
    private func inMemory<T: PersistentModel>(
        _ type: T.Type,
        _ request: SearchRequest,
        _ predicate: Predicate<T>?,
        _ limit: Int
    ) throws -> [(model: T, score: Double)] {
        let other = unit.pending.isEmpty ? nil : ModelContext(unit.core.container())
        let reader = other?.unit ?? unit
        let all = try reader.failures.withoutStandIns { () -> [(identifier: PersistentIdentifier, texts: [String])] in
            let descriptor = FetchDescriptor<T>(sortBy: [SortDescriptor(\T.persistentModelID)])
            return try reader.fetching.fetch(descriptor).map { model in
                let state = model._$modelState
                let texts = request.slots.compactMap { slot -> String? in
                    if case .string(let text) = state.reading.trueValue(at: slot) { text } else { nil }
                }
                return (model.persistentModelID, texts)
            }
        }
        var ranking = SearchRanking(request.phrases)
        for model in all { ranking.add(model.texts) }
        let matches = ranking.ranked.map { SearchMatch(identifier: all[$0.place].identifier, score: $0.score) }
        return Array(try models(type, matches, predicate).prefix(limit))
    }
}
