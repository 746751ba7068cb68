/// A value held by its Swift type: a decoded composite, collection, `.codable` or `.transformable` value.
///
/// The box is immutable and its value is treated as a value: it is `@unchecked Sendable` without a lock because
/// nothing ever mutates it after `init`. A `Codable` class stored with `.codable` must not be mutated in place.
public final class ObjectBox: @unchecked Sendable {
    /// The value.
    public let value: Any

    /// Boxes a value that any isolation may use.
    public init<Value: Sendable>(_ value: Value) {
        self.value = value
    }

    /// Boxes a value of a property, which is a value by the contract of its codec.
    package init(any value: Any) {
        self.value = value
    }
}
