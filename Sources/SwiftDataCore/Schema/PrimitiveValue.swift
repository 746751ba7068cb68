import Foundation

/// A type whose values are one ``StoredValue`` each, with the attribute kind that says which column they need.
package protocol PrimitiveValue: _StorableValue, Hashable, Sendable {
    static var attributeKind: AttributeKind { get }
}

extension Bool: PrimitiveValue { package static var attributeKind: AttributeKind { .boolean } }
extension Int: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.int64) } }
extension Int8: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.int8) } }
extension Int16: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.int16) } }
extension Int32: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.int32) } }
extension Int64: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.int64) } }
extension UInt: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.uint64) } }
extension UInt8: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.uint8) } }
extension UInt16: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.uint16) } }
extension UInt32: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.uint32) } }
extension UInt64: PrimitiveValue { package static var attributeKind: AttributeKind { .integer(.uint64) } }
extension Float: PrimitiveValue { package static var attributeKind: AttributeKind { .float } }
extension Double: PrimitiveValue { package static var attributeKind: AttributeKind { .double } }
extension Decimal: PrimitiveValue { package static var attributeKind: AttributeKind { .decimal } }
extension String: PrimitiveValue { package static var attributeKind: AttributeKind { .string } }
extension Date: PrimitiveValue { package static var attributeKind: AttributeKind { .date } }
extension UUID: PrimitiveValue { package static var attributeKind: AttributeKind { .uuid } }
extension URL: PrimitiveValue { package static var attributeKind: AttributeKind { .url } }
extension Data: PrimitiveValue { package static var attributeKind: AttributeKind { .data } }

/// Every type that is a ``PrimitiveValue``.
package let primitiveTypes: [any PrimitiveValue.Type] = [
    Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, Float.self, Double.self, Decimal.self, String.self, Date.self, UUID.self, URL.self,
    Data.self,
]
