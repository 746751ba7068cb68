public import Foundation

/// An attribute type that is a ``StoredValue`` as it stands. Used by the accessors that `@Model` writes; not for use
/// outside them.
public protocol _StorableValue: Codable {
    /// The value in its stored form.
    var _stored: StoredValue { get }
    /// The value of a stored form, or nil where the form is of another type.
    init?(_stored value: StoredValue)
    /// The value that is read where there is none.
    static var _zero: Self { get }
    /// Reads an attribute of the type; `model` is that of the accessor.
    static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Self
    /// Reads an optional attribute of the type.
    static func _$readOptional(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Self?
}

extension Bool: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .integer(self ? 1 : 0) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        guard case .integer(let integer) = value else { return nil }
        self = integer != 0
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: Bool { false }
}

/// The conversions that all integer widths share.
extension _StorableValue where Self: FixedWidthInteger {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue {
        if let integer = Int64(exactly: self) { .integer(integer) } else { .unsigned(UInt64(clamping: self)) }
    }

    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        switch value {
        case .integer(let integer): self.init(exactly: integer)
        case .unsigned(let integer): self.init(exactly: integer)
        default: return nil
        }
    }

    /// The value that is read where there is none.
    @inlinable public static var _zero: Self { 0 }
}

extension Int: _StorableValue {}
extension Int8: _StorableValue {}
extension Int16: _StorableValue {}
extension Int32: _StorableValue {}
extension Int64: _StorableValue {}
extension UInt: _StorableValue {}
extension UInt8: _StorableValue {}
extension UInt16: _StorableValue {}
extension UInt32: _StorableValue {}
extension UInt64: _StorableValue {}

extension Double: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .double(self) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        switch value {
        case .double(let double): self = double
        case .integer(let integer): self = Double(integer)
        default: return nil
        }
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: Double { 0 }
}

extension Float: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .double(Double(self)) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        guard let double = Double(_stored: value) else { return nil }
        self = Float(double)
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: Float { 0 }
}

extension String: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .string(self) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        guard case .string(let string) = value else { return nil }
        self = string
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: String { "" }
}

extension Date: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .date(self) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        guard case .date(let date) = value else { return nil }
        self = date
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: Date { Date(timeIntervalSinceReferenceDate: 0) }
}

extension UUID: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .uuid(self) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        guard case .uuid(let uuid) = value else { return nil }
        self = uuid
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension Decimal: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .decimal(self) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        guard case .decimal(let decimal) = value else { return nil }
        self = decimal
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: Decimal { 0 }
}

extension URL: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .url(self) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        guard case .url(let url) = value else { return nil }
        self = url
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: URL { URL(fileURLWithPath: "/") }
}

extension Data: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { .data(self) }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        guard case .data(let data) = value else { return nil }
        self = data
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: Data { Data() }
}

extension Optional: _StorableValue where Wrapped: _StorableValue {
    /// The value in its stored form.
    @inlinable public var _stored: StoredValue { self?._stored ?? .null }
    /// The value of a stored form, or nil where the form is of another type.
    @inlinable public init?(_stored value: StoredValue) {
        if case .null = value {
            self = .none
        } else if let wrapped = Wrapped(_stored: value) {
            self = .some(wrapped)
        } else {
            return nil
        }
    }
    /// The value that is read where there is none.
    @inlinable public static var _zero: Wrapped? { nil }
    /// Reads an attribute of the type.
    @inlinable public static func _$read(_ slot: Int, _ held: _HeldState, _ model: AnyObject) -> Wrapped? {
        Wrapped._$readOptional(slot, held, model)
    }
}
