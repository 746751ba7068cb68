/// A unique value of a row as bytes, so that an index can find the rows that have it.
///
/// Equal values of one constraint have equal bytes. A reference counts as the row that it leads to.
package struct UniqueKey: Hashable, Comparable, Sendable {
    /// The bytes: the constraint and its values, in the wire format.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(_ key: UniqueValues.Key) {
        var writer = WireWriter()
        writer.text(key.constraint.scope.text)
        writer.array(key.constraint.properties.count)
        for property in key.constraint.properties { writer.text(property.text) }
        for value in key.values { value.write(to: &writer) }
        bytes = writer.bytes
    }

    package static func < (left: UniqueKey, right: UniqueKey) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
