import Foundation

/// A type whose values are one ``StoredValue`` each, with the entry of the table of primitives.
package protocol PrimitiveValue: _StorableValue, Hashable, Sendable {
    static var primitive: Primitive { get }
}

extension PrimitiveValue {
    /// The column that the values need.
    package static var attributeKind: AttributeKind { primitive.kind }
}

extension Bool: PrimitiveValue { package static var primitive: Primitive { .boolean } }
extension Int: PrimitiveValue { package static var primitive: Primitive { .integer(.int64) } }
extension Int8: PrimitiveValue { package static var primitive: Primitive { .integer(.int8) } }
extension Int16: PrimitiveValue { package static var primitive: Primitive { .integer(.int16) } }
extension Int32: PrimitiveValue { package static var primitive: Primitive { .integer(.int32) } }
extension Int64: PrimitiveValue { package static var primitive: Primitive { .integer(.int64) } }
extension UInt: PrimitiveValue { package static var primitive: Primitive { .integer(.uint64) } }
extension UInt8: PrimitiveValue { package static var primitive: Primitive { .integer(.uint8) } }
extension UInt16: PrimitiveValue { package static var primitive: Primitive { .integer(.uint16) } }
extension UInt32: PrimitiveValue { package static var primitive: Primitive { .integer(.uint32) } }
extension UInt64: PrimitiveValue { package static var primitive: Primitive { .integer(.uint64) } }
extension Float: PrimitiveValue { package static var primitive: Primitive { .float } }
extension Double: PrimitiveValue { package static var primitive: Primitive { .double } }
extension Decimal: PrimitiveValue { package static var primitive: Primitive { .decimal } }
extension String: PrimitiveValue { package static var primitive: Primitive { .string } }
extension Date: PrimitiveValue { package static var primitive: Primitive { .date } }
extension UUID: PrimitiveValue { package static var primitive: Primitive { .uuid } }
extension URL: PrimitiveValue { package static var primitive: Primitive { .url } }
extension Data: PrimitiveValue { package static var primitive: Primitive { .data } }

/// Every type that is a ``PrimitiveValue``.
package let primitiveTypes: [any PrimitiveValue.Type] = Primitive.all.flatMap(\.types)
