import Foundation
import SwiftData

/// A value with a function of its own in encoders. A generic call does not reach that function and costs twice as much.
/// The output is the same.
private protocol ShapedValue: Encodable {
    func write(_ container: inout KeyedEncodingContainer<ShapeKey>, _ key: ShapeKey) throws
}

extension Bool: ShapedValue {
    fileprivate func write(_ container: inout KeyedEncodingContainer<ShapeKey>, _ key: ShapeKey) throws {
        try container.encode(self, forKey: key)
    }
}

extension Int: ShapedValue {
    fileprivate func write(_ container: inout KeyedEncodingContainer<ShapeKey>, _ key: ShapeKey) throws {
        try container.encode(self, forKey: key)
    }
}

extension Double: ShapedValue {
    fileprivate func write(_ container: inout KeyedEncodingContainer<ShapeKey>, _ key: ShapeKey) throws {
        try container.encode(self, forKey: key)
    }
}

extension String: ShapedValue {
    fileprivate func write(_ container: inout KeyedEncodingContainer<ShapeKey>, _ key: ShapeKey) throws {
        try container.encode(self, forKey: key)
    }
}

extension Date: ShapedValue {
    fileprivate func write(_ container: inout KeyedEncodingContainer<ShapeKey>, _ key: ShapeKey) throws {
        try container.encode(self, forKey: key)
    }
}

extension Optional: ShapedValue where Wrapped: ShapedValue {
    fileprivate func write(_ container: inout KeyedEncodingContainer<ShapeKey>, _ key: ShapeKey) throws {
        if let self { try self.write(&container, key) } else { try container.encodeNil(forKey: key) }
    }
}

extension ShapeField {
    /// The function that writes a property.
    static func encoding<Value: Encodable>(_ property: KeyPath<Model, Value>, _ key: ShapeKey) -> Encode {
        func direct<Direct: ShapedValue>(_: Direct.Type) -> Encode? {
            guard let property = property as? KeyPath<Model, Direct> else { return nil }
            return { model, container in try model[keyPath: property].write(&container, key) }
        }
        if let type = Value.self as? any ShapedValue.Type, let direct = direct(type) { return direct }
        return { model, container in try container.encode(model[keyPath: property], forKey: key) }
    }
}
