import Foundation
package import SwiftDataCore

extension ColumnCoding {
    /// Reads the value of an attribute. NULL gives `.null`, whether or not the attribute is optional.
    /// - Throws: ``ColumnFailure`` when the column holds another type, or a value outside of the kind's range.
    package static func read(
        _ index: Int,
        kind: AttributeKind,
        of row: ResultRow
    ) throws(ColumnFailure) -> StoredValue {
        let storage = row.storageClass(index)
        if storage == .null { return .null }
        switch kind {
        case .boolean:
            guard storage == .integer else { throw ColumnFailure(expected: "an integer", found: storage) }
            return .integer(row.integer(index) == 0 ? 0 : 1)
        case .integer(let width): return try integer(index, width, storage, row)
        case .float, .double:
            return .double(try double(index, storage, row))
        case .date:
            return .date(Date(timeIntervalSinceReferenceDate: try double(index, storage, row)))
        case .decimal: return .decimal(try DecimalColumn.read(index, storage, row))
        case .string:
            guard storage == .text else { throw ColumnFailure(expected: "text", found: storage) }
            return .string(row.text(index))
        case .uuid:
            guard storage == .blob else { throw ColumnFailure(expected: "a blob", found: storage) }
            return .uuid(try uuid(index, row))
        case .url:
            guard storage == .text else { throw ColumnFailure(expected: "text", found: storage) }
            guard let url = URL(string: row.text(index)) else { throw ColumnFailure("the text is not a URL") }
            return .url(url)
        case .json:
            guard storage == .blob else { throw ColumnFailure(expected: "a blob", found: storage) }
            guard let json = KeyedArchive.unwrapping(row.blob(index)) else {
                throw ColumnFailure("the blob is not a keyed archive of data")
            }
            return .data(json)
        case .data, .codable, .transformable:
            guard storage == .blob else { throw ColumnFailure(expected: "a blob", found: storage) }
            return .data(row.blob(index))
        case .rawValue(let raw): return try read(index, kind: raw, of: row)
        case .composite, .enumeration: throw ColumnFailure("a composite has columns of its own")
        }
    }

    private static func integer(
        _ index: Int,
        _ width: AttributeKind.Integer,
        _ storage: ResultRow.StorageClass,
        _ row: ResultRow
    ) throws(ColumnFailure) -> StoredValue {
        if storage == .blob, width == .uint64 {
            guard let number = row.withBlob(index, unsigned) else {
                throw ColumnFailure("the blob is not a 64-bit number above Int64.max")
            }
            return .unsigned(number)
        }
        guard storage == .integer else { throw ColumnFailure(expected: "an integer", found: storage) }
        let number = row.integer(index)
        let fits =
            switch width {
            case .int64: true
            case .int32: Int32(exactly: number) != nil
            case .int16: Int16(exactly: number) != nil
            case .int8: Int8(exactly: number) != nil
            case .uint64: number >= 0
            case .uint32: UInt32(exactly: number) != nil
            case .uint16: UInt16(exactly: number) != nil
            case .uint8: UInt8(exactly: number) != nil
            }
        guard fits else { throw ColumnFailure("the integer does not fit \(width.rawValue)") }
        return .integer(number)
    }

    private static func unsigned(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard bytes.count == 8 else { return nil }
        let number = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        return number > UInt64(Int64.max) ? number : nil
    }

    private static func double(
        _ index: Int,
        _ storage: ResultRow.StorageClass,
        _ row: ResultRow
    ) throws(ColumnFailure) -> Double {
        switch storage {
        case .real, .integer: return row.real(index)
        case .text where row.text(index) == notANumber: return .nan
        default: throw ColumnFailure(expected: "a number", found: storage)
        }
    }

    private static func uuid(_ index: Int, _ row: ResultRow) throws(ColumnFailure) -> UUID {
        let uuid = row.withBlob(index) { bytes in
            bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
        }
        guard let uuid else { throw ColumnFailure("the blob is not 16 bytes long") }
        return uuid
    }
}
