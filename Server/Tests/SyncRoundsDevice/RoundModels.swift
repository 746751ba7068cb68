import Foundation
import SwiftData

/// A note that one device alone changes, so that its last value is known.
@Model
final class RoundNote {
    var key: String
    var value: Int
    /// Bytes that follow from the value; nil for a note without a picture.
    var picture: Data?
    var label: RoundLabel?

    init(_ key: String, _ value: Int) { (self.key, self.value) = (key, value) }

    /// The bytes for a value, which travel apart from the row.
    static func picture(_ value: Int) -> Data {
        Data(repeating: UInt8(truncatingIfNeeded: value), count: 70_000 + value % 1_000)
    }
}

/// A label that all devices make: one row for each name.
@Model
final class RoundLabel {
    @Attribute(.unique) var name: String
    /// A value that all devices change: the last writer wins.
    var colour = 0
    @Relationship(inverse: \RoundNote.label) var notes: [RoundNote] = []

    init(_ name: String) { self.name = name }
}
