import Foundation

extension QueryConversion {
    /// A look-up in a captured dictionary; nil when the dictionary depends on the row.
    fileprivate mutating func lookup<Dictionary: PredicateExpression, Key: PredicateExpression, K, V>(
        _ dictionary: Dictionary,
        _ key: Key,
        fallback: QueryNode?
    ) -> QueryNode where Dictionary.Output == [K: V], Key.Output == K {
        guard let entries = constant(dictionary) as? [K: V], QueryTypes.comparesByStoredForm(K.self) else {
            return .unsupported(QueryUnsupported("a look-up in a dictionary that depends on the row"))
        }
        return .lookup(
            QueryLookup(
                entries: entries.map { key, value in
                    QueryLookup.Entry(
                        key: QueryValue(QueryConstants.stored(key)),
                        value: QueryValue(QueryConstants.stored(value))
                    )
                },
                key: node(key),
                fallback: fallback
            )
        )
    }
}

extension PredicateExpressions.DictionaryKeySubscript: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        conversion.lookup(wrapped, key, fallback: nil)
    }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: QueryConvertible {
    package func query(in conversion: inout QueryConversion) -> QueryNode {
        let fallback = conversion.node(self.default)
        return conversion.lookup(wrapped, key, fallback: fallback)
    }
}
