import Foundation
import SwiftDataCore

extension SQLTranslator {
    /// The condition that a value is one of the captured values.
    mutating func membership(_ element: SQLTerm, _ values: [QueryValue], exact: Bool) throws -> SQLCondition {
        if case .composite(let composite) = element { return try membership(composite, values.map(\.stored)) }
        let value = try key(element)
        let hasNil = values.contains { $0.stored.isNull }
        let test =
            values.count > dialect.limits.listLength
            ? try longMembership(element, value, values) : try shortMembership(element, value, values)
        guard value.null == .nilValue else { return SQLCondition(test, mayFail: value.null == .failure) }
        if hasNil { return SQLCondition("(\(value.fragment) IS NULL OR \(test))") }
        return SQLCondition(exact ? "COALESCE(\(test), \(literal(false)))" : test)
    }

    private mutating func shortMembership(
        _ element: SQLTerm,
        _ value: SQLScalar,
        _ values: [QueryValue]
    ) throws -> SQLFragment {
        var constants: [SQLScalar] = []
        for candidate in values where !candidate.stored.isNull {
            let (_, constant) = try matched(element, try term(.value(candidate)))
            if !constant.isNaN, !constant.isUnmatched { constants.append(constant) }
        }
        if constants.isEmpty { return never(value) }
        if value.kind.primitive == .string, !constants.allSatisfy(\.isPlainText) {
            guard let forms = listed(constants), forms.count <= 4 * dialect.limits.listLength else {
                let items = constants.map { dialect.normalized($0.fragment) }
                return "\(try canonical(value.fragment)) IN (\(items.joined(", ")))"
            }
            constants = forms
        }
        return "\(value.fragment) IN (\(constants.map(\.fragment).joined(", ")))"
    }

    /// The condition that a value is one of many, which are one binding.
    private func longMembership(
        _ element: SQLTerm,
        _ value: SQLScalar,
        _ values: [QueryValue]
    ) throws -> SQLFragment {
        var constants: [StoredValue] = []
        constants.reserveCapacity(values.count)
        let table = element.table
        let kind = value.kind.primitive
        for candidate in values {
            let stored = candidate.stored
            if stored.isNull || stored.isNaN { continue }
            if let table {
                guard case .identifier(let identifier) = stored else { throw Untranslatable("a model and a value") }
                if let row = row(of: identifier, in: table) { constants.append(.integer(row)) }
            } else {
                guard stored.fits(kind) else {
                    throw Untranslatable("a constant of another type than the property")
                }
                constants.append(stored)
            }
        }
        if constants.isEmpty { return never(value) }
        var column = value.fragment
        if kind == .string, !constants.allSatisfy({ $0.plainText != nil }) {
            if textColumns.isComposed(value) {
                constants = constants.map(\.composed)
            } else {
                column = try canonical(column)
            }
        }
        let lists = try self.lists
        guard lists.readsCapturedJSON else {
            let converted = constants.map { $0.converted(to: value.kind) }
            let list = try known(lists.elements(captured: converted, value.kind), "a long list")
            return "\(column) IN (SELECT listed.value FROM \(list) listed)"
        }
        let list = try captured(constants, meeting: value.kind)
        let item = try known(lists.element("value", part: nil, list.form), "a long list")
        return "\(column) IN (SELECT \(item) FROM \(list.from))"
    }

    /// The condition that a value is in an empty list: false, or a failure if the value fails.
    private func never(_ value: SQLScalar) -> SQLFragment {
        value.null == .failure ? "CASE WHEN \(value.fragment) IS NOT NULL THEN \(literal(false)) END" : literal(false)
    }

    private func captured(
        _ values: [StoredValue],
        meeting kind: AttributeKind
    ) throws -> (from: SQLFragment, form: ListElements.Form) {
        let converted = values.map { $0.converted(to: kind) }
        guard let form = ListElements.form(of: converted) else {
            throw Untranslatable("a long list of values of several types")
        }
        let json = StoredValue.string(ListElements.json(converted, isText: form == .text))
        return (try lists.elements(of: SQLFragment(binding: json, .string)), form)
    }

    /// The condition that a composite value is one of the captured values.
    private mutating func membership(_ composite: SQLComposite, _ values: [StoredValue]) throws -> SQLCondition {
        guard values.count > dialect.limits.compositeListLength else {
            let tests = try values.map { try equality(composite, $0, negated: false).fragment }
            return SQLCondition(tests.isEmpty ? literal(false) : "(\(tests.chained(" OR ")))")
        }
        let leaves = try composite.leaves.map { ($0.fragment, $0.kind) }
        // NULL equals nothing in a list of rows, so values are grouped by their leaves that are nil.
        guard try lists.readsCapturedJSON else { throw Untranslatable.beyond("a long list of composite values") }
        var groups: [[Bool]: [[StoredValue]]] = [:]
        for value in values {
            guard let row = try Self.leafValues(value, composite.columns), row.count == leaves.count else {
                throw Untranslatable("a composite of another shape")
            }
            if row.contains(where: \.isNaN) { continue }
            groups[row.map(\.isNull), default: []].append(row)
        }
        var tests: [SQLFragment] = []
        for (nils, rows) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) { !$0 && $1 } }) {
            tests.append(try membership(leaves, nils, rows))
        }
        return SQLCondition(tests.isEmpty ? literal(false) : "(\(tests.chained(" OR ")))")
    }

    private func membership(
        _ leaves: [(SQLFragment, AttributeKind)],
        _ nils: [Bool],
        _ rows: [[StoredValue]]
    ) throws -> SQLFragment {
        var tests = zip(leaves, nils).filter(\.1).map { SQLFragment("\($0.0.0) IS NULL") }
        let present = nils.indices.filter { !nils[$0] }
        if !present.isEmpty {
            var columns: [SQLFragment] = []
            var items: [SQLFragment] = []
            var forms: [ListElements.Form] = []
            for (part, index) in present.enumerated() {
                let (column, kind) = leaves[index]
                guard let form = ListElements.form(of: rows.map { $0[index].converted(to: kind) }) else {
                    throw Untranslatable("a long list of composite values")
                }
                columns.append(kind.primitive == .string ? try canonical(column) : column)
                items.append(try known(lists.element("value", part: part, form), "a long list of composite values"))
                forms.append(form)
            }
            let values = rows.map { row in present.map { row[$0].converted(to: leaves[$0].1) } }
            let json = StoredValue.string(ListElements.json(values, forms: forms))
            let list = try lists.elements(of: SQLFragment(binding: json, .string))
            let left = columns.joined(", ")
            tests.append(
                "\(columns.count > 1 ? "(\(left))" : left) IN (SELECT \(items.joined(", ")) FROM \(list))"
            )
        }
        return "(\(tests.joined(" AND ")))"
    }

    /// The leaves of a constant composite; nil for another value, and for a composite with an encoded value.
    private static func leafValues(_ value: StoredValue, _ columns: [PropertyColumns]) throws -> [StoredValue]? {
        guard case .composite(let values) = value, values.count == columns.count else { return nil }
        var leaves: [StoredValue] = []
        for (value, column) in zip(values, columns) {
            switch (column, value) {
            case (.composite(let elements, _), .composite):
                guard let inner = try leafValues(value, elements) else { return nil }
                leaves += inner
            case (.composite, .null): leaves += column.valueColumns.map { _ in .null }
            case (.value(let leaf), _):
                switch leaf.kind.primitive {
                case .json, .codable, .transformable: throw Untranslatable("an encoded member")
                default: leaves.append(value)
                }
            default: return nil
            }
        }
        return leaves
    }

    mutating func lookup(_ node: QueryLookup) throws -> SQLTerm {
        var key = try scalar(node.key)
        if key.null == .failure {
            guards.append("\(key.fragment.atom) IS NOT NULL")
            key.null = .never
        }
        guard key.null == .never else { throw Untranslatable("a look-up of a key that may be missing") }
        let fallback = try node.fallback.map { try scalar($0) }
        // An empty dictionary has no key.
        if node.entries.isEmpty { return fallback.map(SQLTerm.scalar) ?? .null }
        guard node.entries.count <= dialect.limits.listLength else { return .scalar(try lookup(node, key, fallback)) }
        var kind = fallback?.kind
        var cases: [SQLFragment] = []
        for entry in node.entries {
            let (_, known) = try matched(.scalar(key), try term(.value(entry.key)))
            var value = try scalar(.value(entry.value))
            if let fallback, fallback.constant == nil, value.constant != nil {
                (_, value) = try matched(.scalar(fallback), .scalar(value))
            }
            kind = kind ?? value.kind
            let isText = key.kind.primitive == .string
            let operand = isText ? dialect.normalized(key.fragment) : key.fragment
            let test = try isText ? canonical(known) : known.fragment
            cases.append(" WHEN \(operand) = \(test) THEN \(value.fragment)")
        }
        guard let kind, !cases.isEmpty else { throw Untranslatable("an empty dictionary") }
        let end: SQLFragment = fallback.map { " ELSE \($0.fragment) END" } ?? " END"
        return .scalar(SQLScalar("CASE\(cases.joined(""))\(end)", kind, fallback?.null ?? .nilValue))
    }

    /// A constant that compares by canonical equivalence. A constant of plain text does so without a collation.
    private func canonical(_ constant: SQLScalar) throws -> SQLFragment {
        if let canonical = dialect.canonical(constant.fragment) { return canonical }
        return constant.isPlainText ? constant.fragment : try canonical(constant.fragment)
    }

    /// A look-up in a dictionary that is one binding.
    private func lookup(_ node: QueryLookup, _ key: SQLScalar, _ fallback: SQLScalar?) throws -> SQLScalar {
        let entries = node.entries.filter { !$0.key.stored.isNaN }
        let keys = entries.map { $0.key.stored.converted(to: key.kind) }
        let values = entries.map(\.value.stored)
        guard let keyForm = ListElements.form(of: keys), let valueForm = ListElements.form(of: values),
            let kind = values.lazy.compactMap(\.kind).first
        else { throw Untranslatable("a large dictionary of such values") }
        guard fallback == nil || !values.contains(where: \.isNull) else {
            throw Untranslatable("a large dictionary with nil among its values")
        }
        if let fallback, fallback.null == .failure { throw Untranslatable("a look-up with a fallback that may fail") }
        let json = StoredValue.string(
            ListElements.json(zip(keys, values).map { [$0, $1] }, forms: [keyForm, valueForm])
        )
        let list = SQLFragment(binding: json, .string)
        let found = try known(lists.lookup(key.fragment, in: list, keyForm, valueForm), "a large dictionary")
        let columnKind = valueForm == .unsigned ? .integer(.uint64) : kind
        guard let fallback else { return SQLScalar(found, columnKind, .nilValue) }
        return SQLScalar("COALESCE(\(found), \(fallback.fragment))", columnKind, fallback.null)
    }
}

extension StoredValue {
    /// The value in the form of a column of a kind.
    fileprivate func converted(to kind: AttributeKind) -> StoredValue {
        guard case .integer(let number) = self else { return self }
        switch kind.primitive {
        case .double, .float: return .double(Double(number))
        default: return self
        }
    }

    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The same value, in composed form if it is a string.
    var composed: StoredValue {
        if case .string(let text) = self { .string(CanonicalForms.composed(text)) } else { self }
    }

    /// The string, if no string with other bytes is canonically equivalent to it: ASCII, apart from the characters that
    /// have another code point as well (the Kelvin sign, the Greek question mark and the Greek varia).
    var plainText: String? {
        guard case .string(let text) = self,
            text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x4B && $0 != 0x3B && $0 != 0x60 })
        else { return nil }
        return text
    }
}

extension SQLScalar {
    /// See ``StoredValue/plainText``.
    var plainText: String? { constant?.plainText }

    var isPlainText: Bool { plainText != nil }
}
