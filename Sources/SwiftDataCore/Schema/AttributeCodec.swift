import Foundation

extension Schema.Attribute {
    /// The stored form of a Swift value: primitives and raw values at once, everything else as `.object`.
    package func stored(_ value: Any) -> StoredValue {
        codec?.erasedStored(value) ?? .object(ObjectBox(any: value))
    }

    /// The Swift value of a stored one, in either form.
    /// - Throws: ``StoredValueError`` where it does not fit the type.
    package func value(from stored: StoredValue) throws -> Any {
        guard let codec else { throw unstorable }
        return try codec.erasedValue(stored)
    }

    /// Turns `.object` into the form that stores keep: `.composite`, `.data` (JSON or a transformer's output) or a
    /// primitive. NULL for a composite becomes NULL for each of its members. Everything else stays as it is.
    /// - Throws: ``StoredValueError`` where the value is of another type, or where its type fails to encode it.
    package func encoded(_ stored: StoredValue) throws -> StoredValue {
        switch stored {
        case .object(let box):
            guard let codec else { throw unstorable }
            return try codec.erasedEncoded(box.value)
        case .null: return codec?.nullForm ?? .null
        default: return stored
        }
    }

    /// A value to fall back to where there is no row: the default, nil, or the zero of the type; nil if none exists.
    package func fallbackValue() -> Any? {
        defaultValue ?? codec?.erasedBlank(ProbeContext())
    }

    private var unstorable: StoredValueError { StoredValueError("\(valueTypeName) cannot be stored") }
}
