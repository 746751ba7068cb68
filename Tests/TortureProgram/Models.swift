import Foundation
import SwiftData

@Model
final class Box {
    @Attribute(.unique) var code: String
    var number: Int
    @Attribute(.externalStorage) var photo: Data?
    @Relationship(deleteRule: .cascade, inverse: \Item.box) var items: [Item] = []
    @Relationship(inverse: \Label.boxes) var labels: [Label] = []

    init(_ code: String, _ number: Int, photo: Data? = nil) {
        self.code = code
        self.number = number
        self.photo = photo
    }
}

@Model
final class Item {
    var name: String
    var rank: Int
    var box: Box?

    init(_ name: String, _ rank: Int) {
        self.name = name
        self.rank = rank
    }
}

@Model
final class Label {
    @Attribute(.unique) var text: String
    var boxes: [Box] = []

    init(_ text: String) { self.text = text }
}

/// Kept in a store of its own by the script with two configurations.
@Model
final class Entry {
    var text: String
    @Attribute(.externalStorage) var scan: Data?

    init(_ text: String, scan: Data? = nil) {
        self.text = text
        self.scan = scan
    }
}

/// A value that is kept in a file. No two have the same bytes, and none is 0.
func photo(_ number: UInt8) -> Data { Data(repeating: number, count: 110_000 + Int(number)) }

/// Stands for bytes in a text, in this process.
func digest(_ data: Data?) -> String {
    guard let data else { return "-" }
    var hasher = Hasher()
    data.withUnsafeBytes { hasher.combine(bytes: $0) }
    return "\(data.count):\(hasher.finalize())"
}
