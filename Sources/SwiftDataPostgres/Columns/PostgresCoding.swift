#if PostgreSQL
import Foundation
import SwiftDataCore

/// The conversion of values from and to the server's binary forms.
enum PostgresCoding {
    /// The bytes of a value, or nil for NULL.
    /// - Parameter type: The type of the parameter, which has room for every value of the form.
    /// - Throws: ``PostgresValueFailure`` where the server cannot keep the value, or where it is none of the form.
    static func bytes(
        _ value: StoredValue,
        as form: PostgresForm,
        _ type: PostgresType
    ) throws(PostgresValueFailure) -> [UInt8]? {
        // libpq takes the size as a number of 32 bits.
        guard size(of: value) <= largestValue else { throw .tooLarge }
        switch (form, value) {
        case (_, .null): return nil
        case (.boolean, .integer(let number)): return [number == 0 ? 0 : 1]
        case (.integer, .integer(let number)): return try integer(number, type)
        case (.integer, .unsigned(let number)) where type == .numeric: return NumericValue.bytes(of: number)
        case (.float, .double(let number)), (.double, .double(let number)): return floating(number, type)
        case (.float, .integer(let number)), (.double, .integer(let number)): return floating(Double(number), type)
        case (.decimal, .decimal(let decimal)): return NumericValue.bytes(of: decimal)
        case (.decimal, .integer(let number)): return NumericValue.bytes(ofText: String(number))
        case (.string, .string(let text)): return try bytes(text)
        case (.url, .url(let url)): return try bytes(url.absoluteString)
        case (.date, .date(let date)):
            guard let number = DateValue.microseconds(date) else { throw .dateOutOfRange }
            return bigEndian(number)
        case (.dateNumber, .date(let date)): return bigEndian(date.timeIntervalSinceReferenceDate.bitPattern)
        case (.array(let element), .data(let json)):
            let values = try ArrayJSON.values(json, element)
            return type == .text ? try ArrayText.bytes(values, element) : try ArrayJSON.bytes(values, element)
        case (.uuid, .uuid(let uuid)): return withUnsafeBytes(of: uuid.uuid) { Array($0) }
        case (.data, .data(let data)): return Array(data)
        // The form begins with its version. Source: `jsonb_send` in `src/backend/utils/adt/jsonb.c`.
        case (.json, .data(let json)):
            if hasNulEscape(json) { throw .nulCharacter }
            return [1] + json
        default: throw PostgresValueFailure("the value is not of the type \(type.name)")
        }
    }

    /// The most bytes of a value. Source: "Field size" in PostgreSQL's appendix on limits.
    static let largestValue = (1 << 30) - 1

    private static func size(of value: StoredValue) -> Int {
        switch value {
        case .string(let text): text.utf8.count
        case .data(let data): data.count
        default: 0
        }
    }

    /// True if a text in JSON has the character U+0000, which is an escape there.
    static func hasNulEscape(_ json: Data) -> Bool {
        guard json.range(of: Data("\\u0000".utf8)) != nil else { return false }
        var isEscaped = false
        let bytes = Array(json)
        for (index, byte) in bytes.enumerated() {
            if isEscaped {
                isEscaped = false
                if byte == UInt8(ascii: "u"), bytes[(index + 1)...].prefix(4).elementsEqual("0000".utf8) { return true }
            } else {
                isEscaped = byte == UInt8(ascii: "\\")
            }
        }
        return false
    }

    private static func integer(_ number: Int64, _ type: PostgresType) throws(PostgresValueFailure) -> [UInt8] {
        switch type {
        case .int2:
            guard let small = Int16(exactly: number) else { throw PostgresValueFailure("the number is too large") }
            return bigEndian(small)
        case .int4:
            guard let small = Int32(exactly: number) else { throw PostgresValueFailure("the number is too large") }
            return bigEndian(small)
        case .numeric: return NumericValue.bytes(ofText: String(number)) ?? []
        default: return bigEndian(number)
        }
    }

    private static func floating(_ number: Double, _ type: PostgresType) -> [UInt8] {
        type == .float4 ? bigEndian(Float(number).bitPattern) : bigEndian(number.bitPattern)
    }

    private static func bytes(_ text: String) throws(PostgresValueFailure) -> [UInt8] {
        let bytes = Array(text.utf8)
        if bytes.contains(0) { throw .nulCharacter }
        return bytes
    }

    private static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// Reads a value that is not NULL.
    /// - Throws: ``PostgresValueFailure`` where the bytes are no value of the form.
    static func value(
        _ bytes: UnsafeRawBufferPointer,
        as form: PostgresForm,
        _ type: UInt32
    ) throws(PostgresValueFailure) -> StoredValue {
        guard let type = PostgresType(rawValue: type) else { throw wrongType(form) }
        var reader = ByteReader(bytes)
        switch (form, type) {
        case (.boolean, .bool): return .integer(bytes.first == 1 ? 1 : 0)
        case (.integer(let width), .int2), (.integer(let width), .int4), (.integer(let width), .int8),
            (.integer(let width), .numeric):
            return try integer(bytes, width, type)
        case (.float, .float4), (.double, .float4):
            guard let bits = reader.number(UInt32.self) else { throw wrongType(form) }
            return .double(Double(Float(bitPattern: bits)))
        case (.double, .float8), (.float, .float8):
            guard let bits = reader.number(UInt64.self) else { throw wrongType(form) }
            return .double(Double(bitPattern: bits))
        case (.decimal, .numeric):
            guard let decimal = NumericValue.decimal(bytes) else {
                throw PostgresValueFailure("the number is infinite, or has more digits than a Decimal")
            }
            return .decimal(decimal)
        case (.string, .text): return .string(String(decoding: bytes, as: UTF8.self))
        case (.url, .text):
            guard let url = URL(string: String(decoding: bytes, as: UTF8.self)) else {
                throw PostgresValueFailure("the text is not a URL")
            }
            return .url(url)
        case (.date, .timestamptz), (.dateNumber, .timestamptz):
            guard let number = reader.number(Int64.self), let date = DateValue.date(number) else {
                throw PostgresValueFailure("the date is infinite")
            }
            return .date(date)
        case (.date, .float8), (.dateNumber, .float8):
            guard let bits = reader.number(UInt64.self) else { throw wrongType(form) }
            return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
        case (.uuid, .uuid):
            guard bytes.count == 16 else { throw wrongType(form) }
            return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
        case (.data, .bytea): return .data(Data(bytes))
        case (.json, .jsonb):
            guard reader.number(UInt8.self) == 1 else { throw wrongType(form) }
            return .data(Data(bytes.dropFirst()))
        case (.array(let element), _) where type.element != nil:
            return .data(try ArrayJSON.json(bytes, element))
        default: throw wrongType(form)
        }
    }

    private static func wrongType(_ form: PostgresForm) -> PostgresValueFailure {
        PostgresValueFailure("the column is not of the type \(form.type.name)")
    }

    private static func integer(
        _ bytes: UnsafeRawBufferPointer,
        _ width: AttributeKind.Integer,
        _ type: PostgresType
    ) throws(PostgresValueFailure) -> StoredValue {
        var reader = ByteReader(bytes)
        let number: Int64?
        switch type {
        case .int2: number = reader.number(Int16.self).map(Int64.init)
        case .int4: number = reader.number(Int32.self).map(Int64.init)
        case .int8: number = reader.number(Int64.self)
        default:
            let text = NumericValue.text(bytes).map { String(NumericValue.significant($0)) }
            if width == .uint64, let text, let large = UInt64(text), large > UInt64(Int64.max) {
                return .unsigned(large)
            }
            number = text.flatMap { Int64($0) }
        }
        guard let number, width.holds(number) else {
            throw PostgresValueFailure("the number does not fit the type \(width.rawValue)")
        }
        return .integer(number)
    }
}

extension AttributeKind.Integer {
    fileprivate func holds(_ number: Int64) -> Bool {
        switch self {
        case .int8: Int8(exactly: number) != nil
        case .int16: Int16(exactly: number) != nil
        case .int32: Int32(exactly: number) != nil
        case .int64: true
        case .uint8: UInt8(exactly: number) != nil
        case .uint16: UInt16(exactly: number) != nil
        case .uint32: UInt32(exactly: number) != nil
        case .uint64: number >= 0
        }
    }
}
#endif
