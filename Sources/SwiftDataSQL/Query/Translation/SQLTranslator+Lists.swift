import Foundation
import SwiftDataCore

extension SQLTranslator {
    /// Whether a value is one of the captured ones.
    mutating func membership(_ element: SQLTerm, _ values: [QueryValue], exact: Bool) throws -> SQLCondition {
        if case .composite(let composite) = element { return try membership(composite, values.map(\.stored)) }
        let value = try key(element)
        var constants: [SQLScalar] = []
        constants.reserveCapacity(values.count)
        var hasNil = false
        for candidate in values {
            if case .null = candidate.stored {
                hasNil = true
                continue
            }
            let (_, constant) = try matched(element, try term(.value(candidate)))
            if !constant.isNaN, !constant.isUnmatched { constants.append(constant) }
        }
        let test = try membership(value, constants)
        guard value.null == .nilValue else { return SQLCondition(test, mayFail: value.null == .failure) }
        if hasNil { return SQLCondition("(\(value.fragment) IS NULL OR \(test))") }
        return SQLCondition(exact ? "COALESCE(\(test), 0)" : test)
    }

    private func membership(_ value: SQLScalar, _ constants: [SQLScalar]) throws -> SQLFragment {
        if constants.isEmpty {
            return value.null == .failure ? "CASE WHEN \(value.fragment) IS NOT NULL THEN 0 END" : "0"
        }
        var constants = constants
        var column = value.fragment
        if value.kind.primitive == .string, !constants.allSatisfy(\.isPlainText) {
            if constants.count <= dialect.maximumListLength, let forms = listed(constants) {
                constants = forms
            } else if textColumns.isComposed(value) {
                constants = constants.map(\.composed)
            } else {
                column = dialect.canonical(column)
            }
        }
        guard constants.count > dialect.maximumListLength else {
            return "\(column) IN (\(constants.map(\.fragment).joined(", ")))"
        }
        let list = try captured(constants.compactMap(\.constant), meeting: value.kind)
        return "\(column) IN (SELECT \(dialect.element("value", part: nil, list.form)) FROM \(list.from))"
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
        return (dialect.elements(of: SQLFragment(binding: json, .string)), form)
    }

    /// Whether a composite value is one of the captured ones.
    private mutating func membership(_ composite: SQLComposite, _ values: [StoredValue]) throws -> SQLCondition {
        guard values.count > dialect.maximumCompositeListLength else {
            let tests = try values.map { try equality(composite, $0, negated: false).fragment }
            return SQLCondition(tests.isEmpty ? "0" : "(\(tests.chained(" OR ")))")
        }
        let leaves = try composite.leaves.map { ($0.fragment, $0.kind) }
        // NULL equals nothing in a list of rows: values are grouped by which of their leaves are nil.
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
        return SQLCondition(tests.isEmpty ? "0" : "(\(tests.chained(" OR ")))")
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
                columns.append(kind.primitive == .string ? dialect.canonical(column) : column)
                items.append(dialect.element("value", part: part, form))
                forms.append(form)
            }
            let values = rows.map { row in present.map { row[$0].converted(to: leaves[$0].1) } }
            let json = StoredValue.string(ListElements.json(values, forms: forms))
            let list = dialect.elements(of: SQLFragment(binding: json, .string))
            let left = columns.joined(", ")
            tests.append(
                "\(columns.count > 1 ? "(\(left))" : left) IN (SELECT \(items.joined(", ")) FROM \(list))"
            )
        }
        return "(\(tests.joined(" AND ")))"
    }

    /// The leaves of a constant composite; nil where it is none, or holds something encoded.
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

    mutating func lookup(_ node: QueryLookup) throws -> SQLScalar {
        let key = try scalar(node.key)
        guard key.null == .never else { throw Untranslatable("a look-up of a key that may be missing") }
        let fallback = try node.fallback.map { try scalar($0) }
        guard node.entries.count <= dialect.maximumListLength else { return try lookup(node, key, fallback) }
        var kind = fallback?.kind
        var cases: [SQLFragment] = []
        for entry in node.entries {
            let (_, known) = try matched(.scalar(key), try term(.value(entry.key)))
            let value = try scalar(.value(entry.value))
            kind = kind ?? value.kind
            let test = key.kind.primitive == .string ? dialect.canonical(known.fragment) : known.fragment
            cases.append(" WHEN \(key.fragment) = \(test) THEN \(value.fragment)")
        }
        guard let kind, !cases.isEmpty else { throw Untranslatable("an empty dictionary") }
        let end: SQLFragment = fallback.map { " ELSE \($0.fragment) END" } ?? " END"
        return SQLScalar("CASE\(cases.joined(""))\(end)", kind, fallback?.null ?? .nilValue)
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
        let found = dialect.lookup(key.fragment, in: SQLFragment(binding: json, .string), keyForm, valueForm)
        let columnKind = valueForm == .unsigned ? .integer(.uint64) : kind
        guard let fallback else { return SQLScalar(found, columnKind, .nilValue) }
        return SQLScalar("COALESCE(\(found), \(fallback.fragment))", columnKind, fallback.null)
    }
}

extension StoredValue {
    /// The value as a column of a kind holds it.
    fileprivate func converted(to kind: AttributeKind) -> StoredValue {
        switch (kind.primitive, self) {
        case (.double, .integer(let number)), (.float, .integer(let number)): .double(Double(number))
        case (.url, .string(let text)): .string(text)
        default: self
        }
    }

    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }

    fileprivate var isNaN: Bool {
        switch self {
        case .double(let number): number.isNaN
        case .date(let date): date.timeIntervalSinceReferenceDate.isNaN
        case .decimal(let number): number.isNaN
        default: false
        }
    }
}

extension SQLScalar {
    /// The constant, where no string with other bytes is canonically equivalent to it: ASCII, apart from the
    /// characters that another code point stands for (the Kelvin sign, the Greek question mark and the Greek varia).
    var plainText: String? {
        guard case .string(let text)? = constant,
            text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x4B && $0 != 0x3B && $0 != 0x60 })
        else { return nil }
        return text
    }

    var isPlainText: Bool { plainText != nil }
}
