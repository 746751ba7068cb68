extension BinaryPropertyListReader {
    /// True if each object is of a known kind, lies before the offsets, and refers to existing objects.
    ///
    /// No writer lets objects lie in each other, which makes much data of few bytes. The objects together have at most
    /// the bytes between the header and the offsets. Texts of bytes that are not ASCII and references of more than eight
    /// bytes have no writer either, and readers take them for different values.
    var hasSoundObjects: Bool {
        var room = table - 8
        for object in 0..<count {
            guard let offset = offset(object), let end = soundEnd(at: offset) else { return false }
            room -= end - offset
            guard room >= 0 else { return false }
        }
        return true
    }

    /// The end of the object whose marker is at an offset; nil for an object that is not sound.
    private func soundEnd(at offset: Int) -> Int? {
        let length = Int(bytes[offset] & 0x0F)
        switch (bytes[offset] & 0xF0, length) {
        case (0x00, 0), (0x00, 8), (0x00, 9): return offset + 1
        case (0x10, 0...4), (0x20, 2...3), (0x30, 3): return end(offset + 1, 1 << length)
        case (0x80, 0...7): return end(offset + 1, length + 1)
        case (0x40, _): return body(at: offset, unit: 1).map { $0.start + $0.count }
        case (0x50, _):
            guard let (start, count) = body(at: offset, unit: 1) else { return nil }
            return bytes[start..<start + count].allSatisfy { $0 < 0x80 } ? start + count : nil
        case (0x60, _): return body(at: offset, unit: 2).map { $0.start + 2 * $0.count }
        case (0xA0, _), (0xC0, _): return collectionEnd(at: offset, references: 1)
        case (0xD0, _): return collectionEnd(at: offset, references: 2)
        default: return nil
        }
    }

    /// The end of so many bytes; nil where they reach into the offsets.
    private func end(_ start: Int, _ size: Int) -> Int? { size <= table - start ? start + size : nil }

    /// The end of a collection; nil where it refers to an object that is not there.
    private func collectionEnd(at offset: Int, references: Int) -> Int? {
        guard let (start, count) = body(at: offset, unit: references * referenceWidth) else { return nil }
        let end = start + count * references * referenceWidth
        for position in stride(from: start, to: end, by: referenceWidth) {
            guard let object = reference(position), object < self.count else { return nil }
        }
        return end
    }
}
