import Foundation
import SwiftDataCore

/// A keyed archive as JSON text: collections, numbers, text, dates and so on as such, any other object as its members
/// with its class under `$class`.
struct ArchiveText {
    private let archive: KeyedArchiveReader
    /// The number of objects that may still be written: an archive may repeat few objects without end.
    private var room = 10_000
    /// The number of bytes of text that may still be made: an object may be as large as the archive.
    private var byteRoom: Int
    private(set) var text = ""

    /// Objects in objects: more than this is a circle.
    private static let deepest = 64

    /// Nil for data that is no archive, and for an archive that is too large, leads in a circle, or has objects without
    /// a text here.
    init?(_ data: Data) {
        guard let archive = KeyedArchiveReader(data) else { return nil }
        self.archive = archive
        byteRoom = 1_000_000 + 8 * data.count
        guard let text = text(of: archive.root, depth: 0), !archive.isExhausted, !archive.isIncomplete else {
            return nil
        }
        self.text = text
    }

    private mutating func text(of object: Int, depth: Int) -> String? {
        guard depth < Self.deepest, room > 0 else { return nil }
        room -= 1
        if let plain = plain(object) { return takes(plain) ? plain : nil }
        if let elements = archive.plainElements(object) { return array(elements, depth) }
        // A number of sixteen bytes, for instance, would be shown as an object without members.
        guard archive.hasMembers(object) else { return nil }
        let names = archive.memberNames(of: object)
        if names.contains("NS.keys") { return dictionary(object, depth) }
        if names.contains("NS.objects") { return array(archive.elementsOrNil(object), depth) }
        return members(names, of: object, archive.className(object) ?? "", depth)
    }

    /// Takes the bytes of a text from the room that is left. True if they fit.
    private mutating func takes(_ text: String) -> Bool {
        byteRoom -= text.utf8.count
        return byteRoom >= 0
    }

    /// The text of an object that is no collection and has no members with a text.
    private func plain(_ object: Int) -> String? {
        if let value = archive.string(object) { return JSONText.string(value) }
        // A Boolean can be read as an integer as well.
        if let value = archive.plainBoolean(object) { return value ? "true" : "false" }
        if let value = archive.integer(object) { return "\(value)" }
        if let value = archive.real(object) { return JSONText.number(value) }
        if let value = archive.data(object) { return JSONText.string(value.base64EncodedString()) }
        if archive.className(object) == "NSNull" { return "null" }
        if let seconds = archive.member("NS.time", of: object).flatMap(archive.real) {
            return JSONText.date(Date(timeIntervalSinceReferenceDate: seconds))
        }
        if let bytes = archive.member("NS.uuidbytes", of: object).flatMap(archive.data), bytes.count == 16 {
            let uuid = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
            return JSONText.string(uuid.uuidString)
        }
        return archive.string("NS.relative", of: object).map(JSONText.string)
    }

    private mutating func dictionary(_ object: Int, _ depth: Int) -> String? {
        var members: [(name: String, value: String)] = []
        for (key, value) in archive.entries(object) {
            guard takes(key), let value = text(of: value, depth: depth + 1) else { return nil }
            members.append((key, value))
        }
        return JSONText.object(members.sorted { $0.name < $1.name })
    }

    private mutating func array(_ elements: [Int?], _ depth: Int) -> String? {
        var texts: [String] = []
        for element in elements {
            guard let element else {
                texts.append("null")
                continue
            }
            guard let text = text(of: element, depth: depth + 1) else { return nil }
            texts.append(text)
        }
        return JSONText.array(texts)
    }

    private mutating func members(_ names: [String], of object: Int, _ className: String, _ depth: Int) -> String? {
        guard takes(className) else { return nil }
        var members = className.isEmpty ? [] : [(name: "$class", value: JSONText.string(className))]
        for name in names.sorted() where name != "$class" {
            guard let member = archive.member(name, of: object) else { continue }
            guard takes(name), let text = text(of: member, depth: depth + 1) else { return nil }
            members.append((name, text))
        }
        return JSONText.object(members)
    }
}
