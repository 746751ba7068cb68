public import Foundation

extension QuerySort {
    /// Reads a sort descriptor of Foundation.
    /// - Throws: ``SwiftDataError/unsupportedSortDescriptor`` where its key path leads to nothing that is stored.
    public init<Model: PersistentModel>(_ descriptor: SortDescriptor<Model>) throws {
        guard let keyPath = descriptor.keyPath else {
            throw SwiftDataError(.unsupportedSortDescriptor, "The sort descriptor has no key path.")
        }
        guard let path = SortKeyPaths.resolve(keyPath, in: Model.self) else {
            throw SwiftDataError(
                .unsupportedSortDescriptor,
                "A sort descriptor of \(Model.self) sorts by \(keyPath), which is not a stored property."
            )
        }
        let type = QueryTypes.unwrapped(type(of: keyPath).valueType)
        let comparison = Self.comparison(of: type, descriptor.stringComparator)
        self.init(
            key: path,
            comparison: comparison,
            order: descriptor.order,
            customOrder: comparison == .custom ? CustomOrder(opening: type) : nil
        )
    }

    /// True if values of a type are ordered by `<` as a store orders them by ``Comparison/natural``.
    package static func hasStoredOrder(_ type: Any.Type) -> Bool {
        comparison(of: QueryTypes.unwrapped(type), .lexical) != .custom && type != Bool.self
    }

    private static func comparison(of type: Any.Type, _ comparator: String.StandardComparator?) -> Comparison {
        if type == String.self {
            let forward = String.StandardComparator(comparator ?? defaultStringComparator, order: .forward)
            if forward == .lexical { return .lexical }
            return forward == .localized ? .localized : .localizedStandard
        }
        if QueryTypes.hasNaturalOrder(type) || type == Bool.self { return .natural }
        return RawOrder.isNatural(type) ? .natural : .custom
    }
}

extension QuerySort.CustomOrder {
    init?(opening type: Any.Type) {
        guard let type = type as? any Comparable.Type else { return nil }
        func open<Value: Comparable>(_ type: Value.Type) -> Self { Self(type) }
        self = open(type)
    }
}

/// Enums that are ordered as their raw values are.
private enum RawOrder {
    static func isNatural(_ type: Any.Type) -> Bool {
        guard let type = type as? any (RawRepresentable & CaseIterable & Comparable).Type else { return false }
        return check(type)
    }

    private static func check<Enum: RawRepresentable & CaseIterable & Comparable>(_ type: Enum.Type) -> Bool {
        guard QueryTypes.hasNaturalOrder(Enum.RawValue.self) else { return false }
        let raw = Enum.allCases.sorted().map { QueryConstants.stored($0.rawValue) }
        return zip(raw, raw.dropFirst()).allSatisfy { (try? StoredValueComparison.less($0, $1)) ?? false }
    }
}
