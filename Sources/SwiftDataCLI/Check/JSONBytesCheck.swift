import Foundation

/// Bytes of a member of a composite, which SwiftData keeps a collection in, as JSON.
///
/// A file of this library records the types of collections of plain values. Elsewhere the other rows decide: bytes are
/// taken for damaged JSON where other values in the column are JSON, or where they begin as JSON does.
struct JSONBytesCheck {
    let isCertain: Bool
    private var jsonCount = 0
    private var wrong: (count: Int64, keys: [Int64]) = (0, [])
    private var begun: (count: Int64, keys: [Int64]) = (0, [])

    init(isCertain: Bool) {
        self.isCertain = isCertain
    }

    mutating func add(_ bytes: Data, _ key: Int64) {
        let begins = bytes.first == UInt8(ascii: "[") || bytes.first == UInt8(ascii: "{")
        if (try? JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)) != nil {
            if begins { jsonCount += 1 }
            return
        }
        Self.note(key, &wrong)
        if begins { Self.note(key, &begun) }
    }

    private static func note(_ key: Int64, _ rows: inout (count: Int64, keys: [Int64])) {
        rows.count += 1
        if rows.keys.count < Finding.namedKeys { rows.keys.append(key) }
    }

    func finding(_ entity: String, _ path: String) -> Finding? {
        let isKnown = isCertain || jsonCount > 0
        let rows = isKnown ? wrong : begun
        guard rows.count > 0 else { return nil }
        let message =
            isCertain
            ? "Bytes of a collection are not JSON."
            : isKnown
                ? "Bytes are not JSON, as those of other rows are." : "Bytes begin as JSON, but are not valid JSON."
        var finding = Finding(.values, message, entity: entity, property: path)
        finding.severity = isKnown ? .problem : .note
        (finding.count, finding.keys) = (rows.count, rows.keys)
        return finding
    }
}
