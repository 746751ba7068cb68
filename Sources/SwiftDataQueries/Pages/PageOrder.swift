import Foundation
import SwiftData
import SwiftDataCore

/// The order of a paged fetch: the sort keys of its descriptor, then the identifier.
struct PageOrder<Model: PersistentModel> {
    private let keys: [QuerySort]
    private let layout = Model._$modelLayout

    /// - Throws: ``PageError`` with code `unsuitableOrder`, and the error of a sort descriptor that is not stored.
    init(_ descriptor: FetchDescriptor<Model>) throws {
        keys = try descriptor.sortKeys()
        guard keys.allSatisfy({ $0.comparison != .custom }) else {
            throw PageError(code: .unsuitableOrder, entityName: layout.entityName)
        }
    }

    /// A hash of the keys and their directions (FNV-1a, 64 bits).
    var fingerprint: String {
        let text = keys.map { "\($0.key) \($0.comparison.rawValue) \($0.order == .forward)" }.joined(separator: "\n")
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    /// The position right before or behind a model, by the values that it has now.
    func position(of model: Model, isBehind: Bool) throws -> PagePosition {
        let values = try model._$modelState.unit?.failures.withoutStandIns {
            try QueryOrder(keys).values(of: ModelRow(model)).map { QueryValue(try $0.comparable()) }
        }
        return PagePosition(
            entityName: layout.entityName,
            order: fingerprint,
            values: values ?? [],
            identifier: model.persistentModelID.description,
            store: model.persistentModelID.storeIdentifier ?? "",
            isBehind: isBehind
        )
    }

    /// The condition of a descriptor, for the models on one side of a position.
    /// - Throws: ``PageError`` where the position is one of another order.
    func predicate(
        _ descriptor: FetchDescriptor<Model>,
        _ position: PagePosition,
        isAfter: Bool
    ) throws -> Predicate<Model> {
        let condition = try condition(position, isAfter: isAfter).predicate(of: Model.self)
        return descriptor.predicate.map { Predicate(all: [$0, condition]) } ?? condition
    }

    /// The condition of the models on one side of a position.
    /// - Throws: ``PageError`` where the position is one of another order.
    func condition(_ position: PagePosition, isAfter: Bool) throws -> QueryNode {
        guard position.entityName == layout.entityName, position.order == fingerprint,
            position.values.count == keys.count
        else { throw PageError(code: .otherOrder, entityName: layout.entityName) }
        guard let identifier = PersistentIdentifier(position.identifier) else {
            throw PageError(code: .invalidCursor, entityName: layout.entityName)
        }
        let op: QueryComparison.Operator =
            isAfter == position.isBehind ? (isAfter ? .greater : .less) : (isAfter ? .greaterOrEqual : .lessOrEqual)
        var node = QueryNode.comparison(
            QueryComparison(
                .identifier(.root),
                op,
                .value(QueryValue(.identifier(identifier)))
            )
        )
        for (key, value) in zip(keys, position.values).reversed() {
            let side = PageKey(key.key, key.comparison, value.stored, isOptional: mayBeNil(key.key))
            let isForward = (key.order == .forward) == isAfter
            let beyond = QueryNode.or([side.beyond(isForward), .and([side.equal, node])])
            // An index serves a range, and not an alternative.
            node = .and([side.from(isForward), beyond].compactMap { $0 })
        }
        return node
    }

    private func mayBeNil(_ node: QueryNode) -> Bool {
        guard case .property(let property) = node, case .variable(.root) = property.base, let slot = property.slot,
            layout.properties.indices.contains(slot)
        else { return true }
        return layout.properties[slot].isOptional
    }
}

/// One sort key with its value at a position.
private struct PageKey {
    private let key: QueryNode
    private let unwrapped: QueryNode
    private let value: StoredValue
    private let comparison: QuerySort.Comparison
    private let isOptional: Bool

    init(_ key: QueryNode, _ comparison: QuerySort.Comparison, _ value: StoredValue, isOptional: Bool) {
        self.key = key
        self.value = value
        self.comparison = comparison
        self.isOptional = isOptional
        unwrapped = isOptional ? .optional(.unwrap(key)) : key
    }

    private var constant: QueryNode { .value(QueryValue(value)) }
    private var isNil: Bool { if case .null = value { true } else { false } }
    private var isNaN: Bool { if case .double(let number) = value { number.isNaN } else { false } }
    private var isFloating: Bool { if case .double = value { true } else { false } }
    /// The comparison of texts by which the keys are ordered; nil for other keys.
    private var collation: QueryText.Operator? {
        guard case .string = value else { return nil }
        return switch comparison {
        case .localizedStandard: .localizedStandardCompare
        case .localized: .localizedCompare
        case .natural, .lexical, .custom: nil
        }
    }

    private func compare(_ lhs: QueryNode, _ op: QueryComparison.Operator, _ rhs: QueryNode) -> QueryNode {
        .comparison(QueryComparison(lhs, op, rhs))
    }

    private func whereThere(_ node: QueryNode) -> QueryNode {
        isOptional ? .and([compare(key, .notEqual, .nil), node]) : node
    }

    /// The text comparison with the value, as a number.
    private func collated(_ collation: QueryText.Operator, _ result: ComparisonResult) -> QueryNode {
        whereThere(
            compare(
                .text(.binary(collation, unwrapped, constant)),
                .equal,
                .value(QueryValue(.integer(Int64(result.rawValue))))
            )
        )
    }

    /// The condition of a key that is as far as the value.
    var equal: QueryNode {
        if isNil { return compare(key, .equal, .nil) }
        if isNaN { return whereThere(compare(unwrapped, .notEqual, unwrapped)) }
        if let collation { return collated(collation, .orderedSame) }
        return compare(key, .equal, constant)
    }

    /// The condition of a key behind the value in an order. Nil is the first key, and NaN the last one.
    func beyond(_ isForward: Bool) -> QueryNode {
        if isNil { return isForward && isOptional ? compare(key, .notEqual, .nil) : .false }
        if let collation {
            let node = collated(collation, isForward ? .orderedDescending : .orderedAscending)
            return isForward || !isOptional ? node : .or([compare(key, .equal, .nil), node])
        }
        var node = compare(unwrapped, isForward ? .greater : .less, constant)
        if isNaN {
            node = isForward ? .false : compare(unwrapped, .equal, unwrapped)
        } else if isFloating, isForward {
            node = .or([node, compare(unwrapped, .notEqual, unwrapped)])
        }
        if isForward || !isOptional { return whereThere(node) }
        return .or([compare(key, .equal, .nil), whereThere(node)])
    }

    /// A plain range that every key at the value and behind it is in; nil where there is none.
    func from(_ isForward: Bool) -> QueryNode? {
        guard !isNil, !isFloating, !isOptional, collation == nil else { return nil }
        return compare(unwrapped, isForward ? .greaterOrEqual : .lessOrEqual, constant)
    }
}
