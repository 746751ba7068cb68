import Foundation
import SwiftDataCore
import SwiftDataSyncCore

/// Values of attributes as devices exchange them, and back.
///
/// The form on the wire follows the form in the store: a value that a store keeps as JSON travels as these bytes. A
/// value that arrives is taken only where it is one of the attribute's type.
struct ValueCoding {
    let attribute: Schema.Attribute
    let entity: String

    /// Returns the value of a row as devices exchange it. `blob` takes bytes that are too many to travel with the record.
    func wire(_ stored: StoredValue, blob: (Data) throws -> BlobReference?) throws -> SyncValue {
        switch stored {
        case .null: return .null
        case .integer(let number): return attribute.kind.isBoolean ? .bool(number != 0) : .int(number)
        case .unsigned(let number): return .uint(number)
        case .double(let number): return .double(number)
        case .string(let text): return .string(text)
        case .date(let date): return .date(date.timeIntervalSinceReferenceDate)
        case .uuid(let uuid): return .uuid(UUIDBits(uuid))
        case .decimal(let number): return .decimal(number.description)
        case .url(let url): return .string(url.absoluteString)
        case .data(let data):
            if let reference = try blob(data) { return .blob(reference) }
            return attribute.kind.isBytes ? .data([UInt8](data)) : .composite([UInt8](data))
        case .composite(let leaves): return try composite(leaves, blob: blob)
        case .object: return try wire(try encoded(stored), blob: blob)
        case .identifier, .identifiers, .unloaded: throw misfit
        }
    }

    /// Returns a value that has arrived as a store keeps it. `bytes` returns the bytes of a large value.
    /// - Throws: ``SyncError`` with code `value` where it is none of the attribute's type.
    func stored(_ value: SyncValue, bytes: (LargeValue) throws -> Data) throws -> StoredValue {
        let stored = try form(value, bytes: bytes)
        do {
            _ = try attribute.value(from: stored)
        } catch {
            throw misfit
        }
        return stored
    }

    private func form(_ value: SyncValue, bytes: (LargeValue) throws -> Data) throws -> StoredValue {
        switch value {
        case .null:
            guard attribute.isOptional else { throw misfit }
            return try encoded(.null)
        case .bool(let value): return .integer(value ? 1 : 0)
        case .int(let number): return .integer(number)
        case .uint(let number): return .unsigned(number)
        case .double(let number): return .double(number)
        case .decimal(let text):
            // Foundation writes NaN and does not read it.
            if text == Decimal.nan.description { return .decimal(.nan) }
            guard let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else { throw misfit }
            return .decimal(number)
        case .string(let text):
            guard attribute.kind.isURL else { return .string(text) }
            guard let url = URL(string: text) else { throw misfit }
            return .url(url)
        case .date(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .uuid(let bits): return .uuid(UUID(bits))
        case .data(let data): return .data(Data(data))
        case .blob(let reference): return try large(LargeValue(reference), bytes)
        case .sealedBlob(let sealed): return try large(LargeValue(sealed), bytes)
        case .sealed(let sealed): throw placed(SyncError.keyMissing(sealed.key))
        case .composite(let data):
            guard let composite = attribute as? Schema.CompositeAttribute else { return .data(Data(data)) }
            return try leaves(data, composite, bytes: bytes)
        case .reference, .unknown: throw misfit
        }
    }

    private func large(_ value: LargeValue, _ bytes: (LargeValue) throws -> Data) throws -> StoredValue {
        do {
            return .data(try bytes(value))
        } catch let error as SyncError {
            throw placed(error)
        }
    }

    private func placed(_ error: SyncError) -> SyncError {
        SyncError(error.code, error.message, entity: entity, property: attribute.name)
    }

    // MARK: Composites

    private func composite(_ leaves: [StoredValue], blob: (Data) throws -> BlobReference?) throws -> SyncValue {
        guard let attributes = (attribute as? Schema.CompositeAttribute)?.properties, attributes.count == leaves.count
        else { throw misfit }
        var members: [SyncName: SyncValue] = [:]
        for (member, leaf) in zip(attributes, leaves) {
            // Large values are values of a property: a composite travels whole.
            members[try SyncName(member.name)] = try ValueCoding(attribute: member, entity: entity).wire(leaf) { _ in
                nil
            }
        }
        return .composite(members: members)
    }

    private func leaves(
        _ data: [UInt8],
        _ composite: Schema.CompositeAttribute,
        bytes: (LargeValue) throws -> Data
    ) throws -> StoredValue {
        let members: [SyncName: SyncValue]
        do {
            members = try SyncValue.members(ofComposite: data)
        } catch {
            throw misfit
        }
        return .composite(
            try composite.properties.map { member in
                guard let value = members[try SyncName(member.name)] else { return .null }
                return try ValueCoding(attribute: member, entity: entity).form(value, bytes: bytes)
            }
        )
    }

    private func encoded(_ stored: StoredValue) throws -> StoredValue {
        do {
            return try attribute.encoded(stored)
        } catch {
            throw misfit
        }
    }

    private var misfit: SyncError {
        SyncError(
            .value,
            "A value does not have the type of the property. Use one type for it in all versions of the app.",
            entity: entity,
            property: attribute.name
        )
    }
}

extension AttributeKind {
    /// The kind of the values that are stored: of an enum, that of its raw values.
    private var plain: AttributeKind {
        if case .rawValue(let kind) = self { kind.plain } else { self }
    }

    fileprivate var isBoolean: Bool { plain == .boolean }

    fileprivate var isURL: Bool { plain == .url }

    var isBytes: Bool { plain == .data }
}

extension UUIDBits {
    init(_ uuid: UUID) {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        self.init(
            high: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
        )
    }
}

extension UUID {
    init(_ bits: UUIDBits) {
        let b = bits.bytes
        self.init(
            uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15])
        )
    }
}
