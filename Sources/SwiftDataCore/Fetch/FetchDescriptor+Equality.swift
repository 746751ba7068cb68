import Foundation

extension FetchDescriptor: Equatable {
    /// True if both describe the same fetch.
    ///
    /// Predicates are compared by their meaning: conditions that are written in the same way, over equal captured values.
    /// Captured models are equal if they are the same objects.
    ///
    /// Differs from Apple's: two predicates with a part that only Swift can evaluate are never equal, since nothing can be
    /// asked of such a part but its value for a model.
    public static func == (lhs: FetchDescriptor<T>, rhs: FetchDescriptor<T>) -> Bool {
        lhs.fetchLimit == rhs.fetchLimit && lhs.fetchOffset == rhs.fetchOffset
            && lhs.includePendingChanges == rhs.includePendingChanges && lhs.sortBy == rhs.sortBy
            && lhs.propertiesToFetch == rhs.propertiesToFetch
            && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
            && QueryNode.isSame(lhs.query, rhs.query)
    }
}

extension QueryNode {
    /// True if two conditions are known to be the same.
    static func isSame(_ lhs: QueryNode?, _ rhs: QueryNode?) -> Bool {
        guard let lhs, let rhs else { return lhs == nil && rhs == nil }
        guard !lhs.isOpaque, !rhs.isOpaque, lhs.capturedModels == rhs.capturedModels else { return false }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return try encoder.encode(lhs) == encoder.encode(rhs)
        } catch {
            // What has no text is compared with nothing.
            return false
        }
    }

    /// True if a part can only be evaluated by Swift.
    private var isOpaque: Bool {
        if case .unsupported = self { true } else { children.contains { $0.isOpaque } }
    }

    /// The models that were captured, in the order of the tree.
    private var capturedModels: [ObjectIdentifier] {
        switch self {
        case .value(let value): [value.model].compactMap { $0 }.map { ObjectIdentifier($0) }
        case .list(let values): values.compactMap(\.model).map { ObjectIdentifier($0) }
        default: children.flatMap(\.capturedModels)
        }
    }
}
