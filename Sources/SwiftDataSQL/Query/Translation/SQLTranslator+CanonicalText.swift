import SwiftDataCore

// Strings are compared as Swift compares them, by canonical equivalence, in a way that an index over their bytes can
// serve: by all forms of a constant, or by bytes alone in a column where every string is composed.

extension SQLTranslator {
    private static let maximumForms = 64
    private static let maximumBeginnings = 16

    /// Both operands with the collation that they need.
    func collated(_ lhs: SQLScalar, _ rhs: SQLScalar) throws -> (SQLFragment, SQLFragment) {
        guard lhs.kind.primitive == .string else { return (lhs.fragment, rhs.fragment) }
        let (left, right) = (textColumns.isComposed(lhs), textColumns.isComposed(rhs))
        if left, right { return (lhs.composedFragment, rhs.composedFragment) }
        return (dialect.normalized(lhs.fragment), try canonical(rhs.fragment))
    }

    /// The condition that a string equals a constant; nil for other operands.
    mutating func textEquality(
        _ lhs: SQLScalar,
        _ rhs: SQLScalar,
        negated: Bool,
        exact: Bool
    ) throws -> SQLCondition? {
        let (value, constant) = lhs.constant == nil ? (lhs, rhs) : (rhs, lhs)
        guard value.constant == nil, constant.null == .never, value.kind.primitive == .string,
            let text = constant.constantText
        else { return nil }
        let mayFail = value.null == .failure
        let forms = CanonicalForms.forms(of: text, limit: Self.maximumForms)
        if forms.isComplete, forms.strings.count == 1 {
            let form = SQLFragment(binding: .string(forms.strings[0]), value.kind)
            guard value.null == .nilValue, negated || exact else {
                return SQLCondition("\(value.fragment) \(negated ? "<>" : "=") \(form)", mayFail: mayFail)
            }
            return SQLCondition(
                negated ? dialect.different(value.fragment, form) : dialect.same(value.fragment, form)
            )
        }
        let answer = isEqual(value, to: text, forms)
        let test = try condition(answer, "the canonical equality of strings", isTested: !negated && !exact)
        guard value.null == .nilValue else {
            return SQLCondition(negated ? "NOT (\(test))" : test, mayFail: mayFail)
        }
        if negated { return SQLCondition("(\(value.fragment) IS NULL OR NOT (\(test)))") }
        return SQLCondition(exact ? "(\(value.fragment) IS NOT NULL AND \(test))" : test)
    }

    /// The condition that a string that is not NULL equals a constant; NULL for a string that is.
    private func isEqual(_ value: SQLScalar, to text: String, _ forms: CanonicalForms.Forms) -> SQLAnswer {
        func bound(_ form: String) -> SQLFragment { SQLFragment(binding: .string(form), value.kind) }
        if forms.isComplete { return .exact("\(value.fragment) IN (\(forms.strings.map(bound).joined(", ")))") }
        if textColumns.isComposed(value) {
            return .exact("\(value.fragment) = \(bound(CanonicalForms.composed(text)))")
        }
        let operand = dialect.normalized(value.fragment)
        let equal = dialect.canonical(bound(text)).map { SQLAnswer.exact("\(operand) = \($0)") } ?? .none
        return dialect.beginning(value.fragment, Self.beginnings(of: text)).map { equal.narrowed(by: $0) } ?? equal
    }

    /// The bytes with which a string begins if it starts with a constant, in every form.
    private static func beginnings(of text: String) -> [String] {
        CanonicalForms.forms(of: text, limit: maximumBeginnings).strings
    }

    /// A condition that holds for every string that starts with a constant; nil if no condition helps.
    func beginning(_ value: SQLScalar, _ prefix: SQLScalar) -> SQLFragment? {
        guard value.constant == nil, let text = prefix.constantText else { return nil }
        return dialect.beginning(value.fragment, Self.beginnings(of: text))
    }

    /// All forms of captured strings, for a list; nil if there are too many.
    func listed(_ constants: [SQLScalar]) -> [SQLScalar]? {
        var all: [SQLScalar] = []
        for constant in constants {
            guard let text = constant.constantText else { return nil }
            let forms = CanonicalForms.forms(of: text, limit: Self.maximumForms)
            guard forms.isComplete else { return nil }
            for form in forms.strings {
                let value = StoredValue.string(form)
                all.append(
                    SQLScalar(SQLFragment(binding: value, constant.kind), constant.kind, .never, constant: value)
                )
            }
        }
        return all
    }

    /// A key of an ORDER BY clause; nil where the database does not have the order.
    func order(_ value: SQLScalar, _ sort: QuerySort) -> SQLFragment? {
        switch sort.comparison {
        case .natural, .lexical:
            guard value.kind.primitive == .string, textColumns.isComposed(value) else { break }
            return dialect.byteOrder(value.fragment, sort)
        case .localizedStandard, .localized, .custom: break
        }
        return dialect.order(value.fragment, sort, value.kind)
    }
}
