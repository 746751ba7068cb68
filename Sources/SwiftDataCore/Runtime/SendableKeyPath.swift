// `Sendable` is a marker: it is in no metadata and takes no room in a value, as SE-0302 says of marker protocols.

/// A cast to a type with `Sendable` in it, which `as?` refuses since no value shows at run time that it is `Sendable`.
/// Through a type parameter the cast looks at the rest of the type.
package func dynamicCast<Wanted>(_ value: Any, to type: Wanted.Type) -> Wanted? { value as? Wanted }

/// A key path that was made of two sendable ones is sendable; the type system cannot express it. `Sendable` is a marker
/// without representation, so that the cast changes nothing.
func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
    unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
