public import Foundation

// The functions that the getters of attributes call. The usual types have functions of their own, so that clients
// compile none. A function for another type is made once in each module that uses it.

extension _StorableValue {
    /// Reads an attribute of the type.
    @inlinable public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Self {
        held._unseenValue(slot) ?? held._valueSlowly(slot, model)
    }

    /// Reads an optional attribute of the type.
    @inlinable public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Self? {
        if let value: Self? = held._unseenValue(slot) { return value }
        return held._valueSlowly(slot, model)
    }
}

extension String {
    /// Reads an attribute of the type.
    public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> String {
        held.value(slot, model)
    }
    /// Reads an optional attribute of the type.
    public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> String? {
        held.value(slot, model)
    }
}

extension Int {
    /// Reads an attribute of the type.
    public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Int {
        held.value(slot, model)
    }
    /// Reads an optional attribute of the type.
    public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Int? {
        held.value(slot, model)
    }
}

extension Double {
    /// Reads an attribute of the type.
    public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Double {
        held.value(slot, model)
    }
    /// Reads an optional attribute of the type.
    public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Double? {
        held.value(slot, model)
    }
}

extension Bool {
    /// Reads an attribute of the type.
    public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Bool {
        held.value(slot, model)
    }
    /// Reads an optional attribute of the type.
    public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Bool? {
        held.value(slot, model)
    }
}

extension Date {
    /// Reads an attribute of the type.
    public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Date {
        held.value(slot, model)
    }
    /// Reads an optional attribute of the type.
    public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Date? {
        held.value(slot, model)
    }
}

extension UUID {
    /// Reads an attribute of the type.
    public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> UUID {
        held.value(slot, model)
    }
    /// Reads an optional attribute of the type.
    public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> UUID? {
        held.value(slot, model)
    }
}

extension Data {
    /// Reads an attribute of the type.
    public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Data {
        held.value(slot, model)
    }
    /// Reads an optional attribute of the type.
    public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Data? {
        held.value(slot, model)
    }
}

extension Decimal {
    /// Reads an attribute of the type.
    public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Decimal {
        held.value(slot, model)
    }
    /// Reads an optional attribute of the type.
    public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Decimal? {
        held.value(slot, model)
    }
}

extension URL {
    /// Reads an attribute of the type.
    public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> URL {
        held.value(slot, model)
    }
    /// Reads an optional attribute of the type.
    public static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> URL? {
        held.value(slot, model)
    }
}
