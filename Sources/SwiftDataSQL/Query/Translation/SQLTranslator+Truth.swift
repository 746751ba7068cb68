import SwiftDataCore

// A condition that is compared with true, or that counts as false if it is nil, is equivalent to the condition itself
// if NULL may mean false. An index serves the condition itself only.

extension SQLTranslator {
    /// `condition ?? false`; nil for other nodes.
    mutating func truth(_ node: QueryNode) throws -> SQLCondition? {
        guard case .optional(.coalesce(let optional, .value(let fallback))) = node,
            case .integer(0) = fallback.stored, case .scalar(let value) = try tested(optional)
        else { return nil }
        return truth(value)
    }

    /// `condition == true`; nil for other operands.
    func truth(_ lhs: SQLScalar, _ rhs: SQLScalar) -> SQLCondition? {
        let (value, constant) = lhs.constant == nil ? (lhs, rhs) : (rhs, lhs)
        guard case .integer(1)? = constant.constant else { return nil }
        return truth(value)
    }

    private func truth(_ value: SQLScalar) -> SQLCondition? {
        guard value.constant == nil, value.kind.primitive == .boolean, value.null != .failure,
            value.fragment.sql.hasSuffix(")")
        else { return nil }
        return SQLCondition(value.fragment)
    }
}
