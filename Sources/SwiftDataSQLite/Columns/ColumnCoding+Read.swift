import Foundation
package import SwiftDataCore

extension ColumnCoding {
    /// Reads the value of an attribute. NULL gives `.null`, whether or not the attribute is optional.
    /// - Throws: ``ColumnFailure`` when the column holds another type, or a value outside of the form's range.
    package static func read(
        _ index: Int,
        as form: ColumnForm,
        of row: ResultRow
    ) throws(ColumnFailure) -> StoredValue {
        try read(ColumnHandle(row: row, index: index), as: form)
    }

    /// Reads the value of an attribute from wherever SQLite hands it over.
    static func read(_ source: some ColumnSource, as form: ColumnForm) throws(ColumnFailure) -> StoredValue {
        let storage = source.storageClass
        switch (form, storage) {
        case (_, .null): return .null
        case (.boolean, .integer): return .integer(source.integer == 0 ? 0 : 1)
        case (.integer(let width), .integer): return .integer(try integer(width, source))
        case (.integer(.uint64), .blob):
            guard let number = source.withBlob(unsigned) else {
                throw ColumnFailure("the blob is not a 64-bit number above Int64.max")
            }
            return .unsigned(number)
        case (.double, _): return .double(try double(storage, source))
        case (.date, _): return .date(Date(timeIntervalSinceReferenceDate: try double(storage, source)))
        case (.duration, .blob): return .duration(try DurationColumn.read(source))
        case (.decimal, _): return .decimal(try DecimalColumn.read(source))
        case (.string, .text): return .string(source.string)
        case (.uuid, .blob): return .uuid(try uuid(source))
        case (.url, .text):
            guard let url = URL(string: source.string) else { throw ColumnFailure("the text is not a URL") }
            return .url(url)
        case (.data, .blob): return .data(source.data)
        case (.archivedJSON, .blob):
            guard let json = ArchivedData.unwrapping(source.data) else {
                throw ColumnFailure("the blob is not a keyed archive of data")
            }
            return .data(json)
        default: throw ColumnFailure(expected: form.name, found: storage)
        }
    }

    private static func integer(
        _ width: AttributeKind.Integer,
        _ source: some ColumnSource
    ) throws(ColumnFailure) -> Int64 {
        let number = source.integer
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
        return number
    }

    private static func unsigned(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
        guard bytes.count == 8 else { return nil }
        let number = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        return number > UInt64(Int64.max) ? number : nil
    }

    private static func double(
        _ storage: ResultRow.StorageClass,
        _ source: some ColumnSource
    ) throws(ColumnFailure) -> Double {
        switch storage {
        case .real, .integer: return source.real
        case .text where source.string == notANumber: return .nan
        default: throw ColumnFailure(expected: "a number", found: storage)
        }
    }

    private static func uuid(_ source: some ColumnSource) throws(ColumnFailure) -> UUID {
        let uuid = source.withBlob { bytes in
            bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
        }
        guard let uuid else { throw ColumnFailure("the blob is not 16 bytes long") }
        return uuid
    }
}
