import Foundation

extension FetchDescriptor: Equatable {
    /// True if both describe the same fetch.
    ///
    /// Predicates are compared by their meaning: conditions that are written in the same way, over equal captured values.
    /// Captured models are equal if they are the same objects.
    ///
    /// Differs from Apple's: predicates with a part that only Swift can evaluate are never equal, since nothing can be asked
    /// of such a part but its value for a model. Captured sets and dictionaries are compared in the order of their elements,
    /// which may differ where they are equal.
    public static func == (lhs: FetchDescriptor<T>, rhs: FetchDescriptor<T>) -> Bool {
        guard let left = lhs.meaning, let right = rhs.meaning else { return false }
        return left == right
    }

    /// The parts of the descriptor as values that can be compared; nil where the predicate cannot.
    var meaning: DescriptorMeaning<T>? {
        let query = query
        guard let condition = QueryNode.meaning(of: query) else { return nil }
        return DescriptorMeaning(
            condition: condition,
            models: query?.capturedModels ?? [],
            sortBy: sortBy,
            page: [fetchLimit, fetchOffset],
            includesPending: includePendingChanges,
            properties: propertiesToFetch,
            relationships: relationshipKeyPathsForPrefetching
        )
    }
}

/// The meaning of a descriptor.
struct DescriptorMeaning<T: PersistentModel>: Hashable {
    /// The condition as JSON; empty for none.
    let condition: Data
    /// The models that the condition has captured, which are more than the identifiers in its JSON.
    let models: [ObjectIdentifier]
    let sortBy: [SortDescriptor<T>]
    let page: [Int?]
    let includesPending: Bool
    let properties: [PartialKeyPath<T>]
    let relationships: [PartialKeyPath<T>]
}

extension QueryNode {
    /// A condition as JSON, empty for none; nil where it cannot be compared.
    fileprivate static func meaning(of condition: QueryNode?) -> Data? {
        guard let condition else { return Data() }
        guard !condition.isOpaque else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return try encoder.encode(condition)
        } catch {
            log.debug("A predicate cannot be encoded, so fetch descriptors with it are not equal: \(type(of: error))")
            return nil
        }
    }

    /// True if a part can only be evaluated by Swift.
    private var isOpaque: Bool {
        if case .unsupported = self { true } else { children.contains { $0.isOpaque } }
    }

    /// The models that were captured, in the order of the tree.
    fileprivate var capturedModels: [ObjectIdentifier] {
        switch self {
        case .value(let value): [value.model].compactMap { $0 }.map { ObjectIdentifier($0) }
        case .list(let values): values.compactMap(\.model).map { ObjectIdentifier($0) }
        default: children.flatMap(\.capturedModels)
        }
    }
}
