import Foundation
import SwiftDataCLI
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// JSON lines, as they are imported.
enum JSONInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        [
            #"{"entity":"FuzzBook","id":"FuzzBook/p1","values":{"title":"a\u00e9\ud83d\ude00","pages":1,"price":1.50,"#
                + #""isRead":true,"published":"2026-11-21T10:20:30Z","tags":["FuzzTag/p1"],"shelf":null}}"#,
            #"{"entity":"FuzzShelf","values":{"place":{"town":"x","latitude":-0.5e3},"name":""}}"# + "\r\n\n"
                + #"{"entity":"FuzzTag","values":{"word":"\n\"\\\/"}}"#,
            #"{"entity":"FuzzBook","values":{"words":{"json":["a"]},"digest":"AAE=","loan":{"lent":{"to":"A"}}}}"#,
            #"[1,-2.5E+7,{"a":[[],{}]},"x",null,false]"#,
        ].map { Data($0.utf8) }
    }

    static func check(_ data: Data) throws {
        let text = String(decoding: data, as: UTF8.self)
        if let value = JSONReader.value(text) {
            // An independent reader accepts it too.
            let json = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            try require(json != nil || hasExtremes(value), "JSON that Foundation does not accept")
            for isPretty in [false, true] {
                let again: JSONValue = try rereading("JSON") { JSONReader.value(value.text(isPretty: isPretty)) }
                try require(again == value, "JSON that has become other JSON")
            }
        }
        let rows = try accepting(ToolFailure.self) { try ImportReader(entity: entity).jsonLines(text, file: "f") }
        try check(rows ?? [])
    }

    /// True if the value has a number that no double can hold, which Foundation refuses.
    private static func hasExtremes(_ value: JSONValue) -> Bool {
        switch value {
        case .literal(let text): Double(text).map { !$0.isNormal } ?? true
        case .array(let elements): elements.contains(where: hasExtremes)
        case .object(let members): members.contains { hasExtremes($0.value) }
        default: false
        }
    }

    static func entity(_ name: String) throws -> EntityOutline {
        guard let entity = FuzzModels.outline.entities.first(where: { $0.name == name }) else {
            throw ToolFailure("The store has no entity \(name).")
        }
        return entity
    }

    private static func isJSON(_ value: DynamicValue) -> Bool {
        switch value {
        case .json: true
        case .composite(let members): members.contains { isJSON($0.value) }
        case .enumeration(_, let payload): payload.map(isJSON) ?? false
        default: false
        }
    }

    /// Attributes are values or a failure; their JSON is JSON.
    static func check(_ rows: [ImportedRow]) throws {
        for row in rows {
            for member in row.values {
                let property = row.entity.properties.first { $0.name == member.key }
                guard case .attribute(let attribute) = property else { continue }
                let value = try accepting(ToolFailure.self) { try ImportedValue.value(member.value, attribute) }
                // JSON under "text" is kept as it is written.
                guard let value, !isJSON(value) else { continue }
                try require(JSONReader.value(value.jsonText) != nil, "a value without JSON")
            }
        }
    }
}
