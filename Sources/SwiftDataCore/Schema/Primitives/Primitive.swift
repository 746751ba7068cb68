/// A kind of values that take one column each, and the facts of the modules about such values: names, text, JSON,
/// literals, order.
///
/// `SwiftDataSQLite` declares the columns, and `SwiftDataSQL` Core Data's types of attributes. CONTRIBUTING.md lists
/// the files of a new kind.
///
/// A class, so that a reader of one member does not copy all of them.
package final class Primitive: Sendable {
    package let kind: AttributeKind
    package let names: Names
    /// The types of the values, the one that models use most first.
    package let types: [any PrimitiveValue.Type]
    package let order: Order
    /// The kinds of the stored values that may stand for one: first the one that a row holds, then the kinds that a
    /// constant in a query may have.
    package let forms: [AttributeKind]

    /// The functions below answer nil for a stored value that is none of the kind.
    package let text: Reading<String>
    package let json: Reading<String>
    package let exactText: Reading<String>
    package let brief: Reading<String>
    package let literal: @Sendable (StoredValue, LiteralContext) -> String?
    package let parse: @Sendable (String) -> StoredValue?
    package let parseExact: @Sendable (String) -> StoredValue?
    /// Converts a value of another kind without loss, such as a whole number to a decimal one.
    package let converted: Reading<StoredValue>
    package let swiftValue: Reading<any PrimitiveValue>
    package let key: Reading<AnyHashable>
    package let isNaN: @Sendable (StoredValue) -> Bool
    /// NaN, for kinds whose ``parse`` does not read it.
    package let notANumber: StoredValue?
    package let equal: @Sendable (StoredValue, StoredValue) -> Bool
    package let isSame: @Sendable (StoredValue, StoredValue) -> Bool
    package let less: @Sendable (StoredValue, StoredValue) -> Bool?
    let encode: @Sendable (StoredValue, inout KeyedEncodingContainer<Key>, Key) throws -> Void
    let decode: @Sendable (KeyedDecodingContainer<Key>, Key) throws -> StoredValue

    package typealias Reading<Result> = @Sendable (StoredValue) -> Result?

    /// - Parameters:
    ///   - types: The types of the values, if there are several.
    ///   - functions: The functions of the kind in terms of the Swift type.
    init<Value: PrimitiveValue>(
        _ kind: AttributeKind,
        _ names: Names,
        order: Order = .none,
        forms: [AttributeKind]? = nil,
        types: [any PrimitiveValue.Type] = [Value.self],
        _ functions: Functions<Value>
    ) {
        (self.kind, self.names, self.types, self.order) = (kind, names, types, order)
        self.forms = forms ?? [kind]
        func reading<Result>(_ read: @escaping @Sendable (Value) -> Result) -> Reading<Result> {
            { Value(_stored: $0).map(read) }
        }
        text = reading(functions.text)
        json = reading(functions.json)
        exactText = reading(functions.exactText)
        brief = reading(functions.brief)
        swiftValue = reading { $0 }
        key = reading { AnyHashable($0) }
        literal = { value, context in Value(_stored: value).flatMap { functions.literal($0, context) } }
        parse = { functions.parse($0).map(functions.stored) }
        parseExact = { functions.parseExact($0).map(functions.stored) }
        converted = { functions.converted($0).map(functions.stored) }
        isNaN = { Value(_stored: $0).map(functions.isNaN) ?? false }
        notANumber = functions.notANumber.map(functions.stored)
        equal = { Self.compare($0, $1) { (left: Value, right: Value) in left == right } ?? false }
        isSame = { Self.compare($0, $1, functions.isSame) ?? false }
        less = { left, right in functions.less.flatMap { Self.compare(left, right, $0) } }
        encode = { value, container, key in
            guard let value = Value(_stored: value) else { return }
            try functions.encode(value, &container, key)
        }
        decode = { functions.stored(try functions.decode($0, $1)) }
    }

    private static func compare<Value: PrimitiveValue>(
        _ left: StoredValue,
        _ right: StoredValue,
        _ compare: (Value, Value) -> Bool
    ) -> Bool? {
        guard let left = Value(_stored: left), let right = Value(_stored: right) else { return nil }
        return compare(left, right)
    }
}

extension Primitive {
    /// The words for a kind, each where its readers expect it.
    package struct Names: Sendable {
        /// The kind in an encoded schema.
        package let word: String
        /// The stored form in an encoded query; nil for a kind that shares the stored form of another one.
        package let form: String?
        /// The form of the elements of a list in SQL.
        package let element: String
        /// The types in Swift source, as ``Primitive/types`` lists them, and the module that they are of.
        package let types: [String]
        package let module: String
        /// The stored form in messages about values.
        package let noun: String
        /// The stored form in messages about columns.
        package let article: String
        /// The values in messages about text that is none.
        package let wanted: String

        init(
            _ word: String,
            form: String?,
            element: String? = nil,
            types: [String],
            module: String,
            noun: String,
            article: String,
            wanted: String? = nil
        ) {
            (self.word, self.form, self.element) = (word, form, element ?? word)
            (self.types, self.module, self.noun, self.article) = (types, module, noun, article)
            self.wanted = wanted ?? article
        }
    }

    /// The order of values, as far as a column has it.
    package enum Order: Sendable {
        /// The values have none.
        case none
        /// The order of the column.
        case natural
        /// The order of the column, but for NaN.
        case floating
        /// The order of Swift's strings.
        case text
        /// The order of a key that is computed from the column.
        case byKey
    }

    /// The name of a stored form in an encoded query.
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }

        init?(stringValue: String) {
            guard QueryValue.formNames.contains(stringValue) else { return nil }
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }
}
