import Foundation

// INTERIM: the interface that other parts compile against; implemented together with Schema.

extension Schema.Attribute {
    /// The stored form of a Swift value: primitives and raw values at once, everything else as `.object`.
    package func stored(_ value: Any) -> StoredValue { .null }

    /// The Swift value of a stored one, in either form. Throws `StoredValueError` where it does not fit the type.
    package func value(from stored: StoredValue) throws -> Any { stored }

    /// Turns `.object` into what stores keep: `.composite`, `.data` (JSON or a transformer's output) or a primitive.
    package func encoded(_ stored: StoredValue) throws -> StoredValue { stored }

    /// A value to fall back to where there is no row: the default, nil, or the zero of the type; nil if none exists.
    package func fallbackValue() -> Any? { nil }
}

/// Why a stored value is not one of the property's type. Holds no stored value.
package struct StoredValueError: Error {
    package let reason: String
    package init(_ reason: String) { self.reason = reason }
}
