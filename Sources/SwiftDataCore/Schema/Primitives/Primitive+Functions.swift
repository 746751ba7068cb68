extension Primitive {
    /// The functions of a kind, as its Swift type has them. The behaviour that most kinds share is the default.
    struct Functions<Value: PrimitiveValue>: Sendable {
        typealias Write = @Sendable (Value) -> String
        typealias Read = @Sendable (String) -> Value?

        /// The value as people and files write it; ``parse`` reads it.
        var text: Write
        var parse: Read
        /// The value as text with all its bits, of characters that JSON needs not escape; ``parseExact`` reads it.
        var exactText: Write
        var parseExact: Read
        /// The value as JSON text.
        var json: Write
        /// The value in a few words, for people.
        var brief: Write = { "\($0)" }
        /// The value as a Swift expression.
        var literal: @Sendable (Value, LiteralContext) -> String?
        /// The stored form of a value that was read.
        var stored: @Sendable (Value) -> StoredValue = { $0._stored }
        var converted: @Sendable (StoredValue) -> Value? = { Value(_stored: $0) }
        var isNaN: @Sendable (Value) -> Bool = { _ in false }
        var notANumber: Value?
        /// True if both are the same value to a store.
        var isSame: @Sendable (Value, Value) -> Bool = { $0 == $1 }
        /// Swift's `<`, for types that have it.
        var less: (@Sendable (Value, Value) -> Bool)?
        /// Writes the constant of a query.
        var encode: @Sendable (Value, inout KeyedEncodingContainer<Key>, Key) throws -> Void = { value, fields, key in
            try fields.encode(value, forKey: key)
        }
        var decode: @Sendable (KeyedDecodingContainer<Key>, Key) throws -> Value = { fields, key in
            try fields.decode(Value.self, forKey: key)
        }

        init(
            text: @escaping Write = { "\($0)" },
            parse: @escaping Read,
            literal: @escaping @Sendable (Value, LiteralContext) -> String?
        ) {
            (self.text, self.parse, self.literal) = (text, parse, literal)
            (exactText, parseExact) = (text, parse)
            json = { JSONText.string(text($0)) }
        }

        /// The same with some functions replaced.
        func with(_ change: (inout Self) -> Void) -> Self {
            var functions = self
            change(&functions)
            return functions
        }
    }
}
