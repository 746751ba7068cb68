package import Foundation
import SwiftDataCore

extension ListElements {
    /// The JSON for `json_each` of an array that an attribute keeps as JSON; nil where it is no array of such values.
    package static func json(stored data: Data, _ form: Form) -> String? {
        func read<Element: Decodable>(_ make: (Element) -> StoredValue) -> [StoredValue]? {
            let elements = try? JSONForm.decoder.decode([Element?].self, from: data)
            return elements?.map { $0.map(make) ?? .null }
        }
        func read<Element: PrimitiveValue>(_: Element.Type) -> [StoredValue]? {
            read { (value: Element) in value._stored }
        }
        let values: [StoredValue]? =
            switch form {
            case .plain: nil
            case .any: read { (value: AnyElement) in value.text.map(StoredValue.string) ?? .null }
            case .of(let kind): kind.entry?.types.first.flatMap { read($0) }
            }
        return values.map { json($0, isText: form == .text || form == .any) }
    }
}

/// An element of an array whose element type is not known: the text of a plain value, nil for every other value.
private struct AnyElement: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(String.self) {
            text = value
        } else if let value = try? container.decode(Bool.self) {
            text = "\(value)"
        } else if let value = try? container.decode(Int64.self) {
            text = "\(value)"
        } else if let value = try? container.decode(Double.self) {
            text = "\(value)"
        } else {
            text = nil
        }
    }
}
