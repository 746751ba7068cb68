/// An optional, whatever it wraps.
package protocol OptionalType {
    static var wrappedType: any Any.Type { get }
    /// The value wrapped, or nil where it is of another type.
    static func wrapping(_ value: Any) -> Any?
    /// Nil as a value without a static type.
    static var erasedNil: Any { get }
    /// The wrapped value, if there is one.
    var erasedWrapped: Any? { get }
}

extension Optional: OptionalType {
    package static var wrappedType: any Any.Type { Wrapped.self }
    package static func wrapping(_ value: Any) -> Any? { (value as? Wrapped).map { Optional.some($0) as Any } }
    package static var erasedNil: Any { Self.none as Any }
    package var erasedWrapped: Any? { map { $0 as Any } }
}

/// A type with one level of optionality removed.
package func unwrappedType(_ type: any Any.Type) -> any Any.Type {
    (type as? any OptionalType.Type)?.wrappedType ?? type
}
