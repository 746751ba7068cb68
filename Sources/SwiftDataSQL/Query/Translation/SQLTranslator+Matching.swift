import SwiftDataCore

extension SQLTranslator {
    mutating func search(_ node: QuerySearch) throws -> SQLFragment {
        try node.checkTexts()
        let texts = try node.texts.map { node in
            let text = try scalar(node)
            guard text.kind.primitive == .string, text.null != .failure else {
                throw Untranslatable("a search in a text that may be missing")
            }
            return text.fragment
        }
        let test = dialect.search(node.text, matchesPrefixes: node.matchesPrefixes, in: texts)
        return try known(test, "a search")
    }

    /// Both sides of a comparison as values of one kind: a constant has the kind of the column that it is compared
    /// with.
    mutating func matched(_ left: SQLTerm, _ right: SQLTerm) throws -> (SQLScalar, SQLScalar) {
        if let table = left.table { return (try key(left), try key(of: right, meeting: table)) }
        if let table = right.table { return (try key(of: left, meeting: table), try key(right)) }
        var (lhs, rhs) = (try key(left), try key(right))
        if lhs.isIdentifier || rhs.isIdentifier {
            throw Untranslatable("an identifier that is not compared with a model")
        }
        if let constant = rhs.constant, lhs.constant == nil { rhs = try self.constant(constant, meeting: lhs.kind) }
        if let constant = lhs.constant, rhs.constant == nil { lhs = try self.constant(constant, meeting: rhs.kind) }
        if lhs.kind.primitive == .boolean, rhs.isNumber { rhs = truth(rhs) }
        if rhs.kind.primitive == .boolean, lhs.isNumber { lhs = truth(lhs) }
        return (lhs, rhs)
    }

    /// Truths that were made of constants alone, of which none is known to be a Boolean.
    private func truth(_ value: SQLScalar) -> SQLScalar {
        var truth = value
        truth.fragment = dialect.truth(of: value.fragment)
        truth.kind = .boolean
        return truth
    }

    private func constant(_ value: StoredValue, meeting kind: AttributeKind) throws -> SQLScalar {
        guard value.fits(kind.primitive) else { throw Untranslatable("a constant of another type than the property") }
        return SQLScalar(SQLFragment(binding: value, kind), kind, .never, constant: value)
    }

    /// The key of a constant model or identifier that is compared with models of a table.
    mutating func key(of term: SQLTerm, meeting table: EntityTable?) throws -> SQLScalar {
        guard let table, case .scalar(let scalar) = term, let constant = scalar.constant else { return try key(term) }
        guard case .identifier(let identifier) = constant else { throw Untranslatable("a model and a value") }
        return self.key(of: identifier, meeting: table)
    }

    /// The primary key of an identifier. One that no row of the table can have is marked as unmatched.
    func key(of identifier: PersistentIdentifier, meeting table: EntityTable) -> SQLScalar {
        guard let row = row(of: identifier, in: table) else {
            return SQLScalar("NULL", .integer(.int64), .never, constant: .unloaded)
        }
        let value = StoredValue.integer(row)
        return SQLScalar(SQLFragment(binding: value, .integer(.int64)), .integer(.int64), .never, constant: value)
    }

    /// The primary key of an identifier; nil if no row of the table can have it.
    func row(of identifier: PersistentIdentifier, in table: EntityTable) -> Int64? {
        let identifier = identifier.resolved
        guard let row = identifier.row, storeIdentifier == nil || identifier.storeIdentifier == storeIdentifier,
            layout[identifier.entityName]?.rootEntityName == table.rootEntityName
        else { return nil }
        return row
    }
}

extension StoredValue {
    /// True if a constant can be compared with a column of a kind.
    func fits(_ kind: AttributeKind) -> Bool {
        guard let form = entry?.kind, let entry = kind.entry else { return false }
        return entry.forms.contains(form)
    }
}

extension SQLScalar {
    var isNaN: Bool {
        guard let constant, constant.entry?.order == .floating else { return false }
        return constant.isNaN
    }

    /// True if no row can equal the constant: an identifier of another store, or of an unsaved model.
    var isUnmatched: Bool {
        if case .unloaded? = constant { true } else { false }
    }

    /// True for a whole number that is calculated.
    fileprivate var isNumber: Bool { constant == nil && kind == .integer(.int64) }

    var isIdentifier: Bool {
        if case .identifier? = constant { true } else { false }
    }
}

extension AttributeKind {
    /// True if the column may hold NaN.
    var isFloating: Bool { primitive.entry?.order == .floating }
}

extension SQLTranslator {
    /// True if a column of a kind may hold NaN.
    func mayBeNaN(_ kind: AttributeKind) -> Bool {
        kind.isFloating && (kind.primitive != .date || dialect.datesMayBeNaN)
    }
}
