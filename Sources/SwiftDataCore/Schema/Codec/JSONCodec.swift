package import Foundation

/// `Codable` values without fixed members, and values marked `.codable`, kept as JSON.
///
/// `@unchecked Sendable` without a lock: immutable, as every ``ValueCodec``.
final class JSONCodec<Value: Codable>: TypedCodec<Value>, @unchecked Sendable {
    override func encode(_ value: Value) throws -> StoredValue {
        do {
            return .data(try JSONForm.encoder.encode(value))
        } catch {
            throw StoredValueError("\(Value.self) did not encode as JSON")
        }
    }

    override func decode(_ stored: StoredValue) throws -> Value {
        guard case .data(let data) = stored else { throw mismatch(stored) }
        do {
            return try JSONForm.decoder.decode(Value.self, from: data)
        } catch {
            throw StoredValueError("JSON that does not decode as \(Value.self)")
        }
    }

    override func blank(_ context: ProbeContext) -> Value? {
        if let known = FoundationBlanks.value(of: Value.self) { return known }
        return context.blank { context in
            if let value = try? Value(from: ProbeDecoder(ProbeRecorder(context))) { return value }
            let cases = EnumMetadata(Value.self)?.names
            for name in (cases?.withoutPayload ?? []) + (cases?.withPayload ?? []) {
                let decoder = ProbeDecoder(ProbeRecorder(context), caseName: name)
                if let value = try? Value(from: decoder) { return value }
            }
            throw StoredValueError("\(Value.self) has no default value")
        }
    }
}

/// The JSON in which values are kept: numbers that JSON lacks are words, dates are exact, keys are sorted.
package enum JSONForm {
    package static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return encoder
    }()

    package static let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        return decoder
    }()
}
