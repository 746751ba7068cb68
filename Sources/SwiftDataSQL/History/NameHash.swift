/// The order in which a dictionary of Core Foundation has its keys. Some of the orders in Core Data's files depend on
/// it.
package enum NameHash {
    /// The number of buckets of a dictionary, by the largest number of entries that it serves.
    private static let sizes: [(buckets: UInt64, entries: Int)] = [
        (3, 3), (7, 6), (13, 11), (23, 19), (41, 32), (71, 52), (127, 85), (191, 118), (251, 155), (383, 237),
        (631, 390), (1087, 672), (1723, 1065),
    ]

    /// Names longer than this are hashed in parts.
    private static let longest = 96

    /// The hash of an ASCII string; nil for other strings, whose hash is not known here.
    package static func hash(_ name: String) -> UInt64? {
        let characters = Array(name.utf8)
        guard characters.count <= longest, characters.allSatisfy({ $0 < 128 }) else { return nil }
        var hash = UInt64(characters.count)
        var position = 0
        while position + 4 <= characters.count {
            let part = characters[position..<position + 4].map(UInt64.init)
            hash = hash &* 67_503_105 &+ part[0] &* 16_974_593 &+ part[1] &* 66049 &+ part[2] &* 257 &+ part[3]
            position += 4
        }
        for character in characters[position...] { hash = hash &* 257 &+ UInt64(character) }
        return hash &+ (hash << UInt64(characters.count & 31))
    }

    /// The order of names in the buckets of a dictionary with the given number of entries; nil if the hash of a name is
    /// not known. A name whose bucket is taken gets the next free one.
    package static func order(_ names: [String], entries: Int) -> [String]? {
        guard let buckets = sizes.first(where: { $0.entries >= entries })?.buckets else { return nil }
        var places: [UInt64: String] = [:]
        for name in names {
            guard var bucket = hash(name).map({ $0 % buckets }) else { return nil }
            while places[bucket] != nil { bucket = (bucket + 1) % buckets }
            places[bucket] = name
        }
        return places.sorted { $0.key < $1.key }.map(\.value)
    }

    /// True if two names have the same bucket in a dictionary with the given number of entries.
    package static func hasCollisions(_ names: [String], entries: Int) -> Bool {
        guard let buckets = sizes.first(where: { $0.entries >= entries })?.buckets else { return true }
        let taken = names.compactMap { hash($0).map { $0 % buckets } }
        return Set(taken).count < names.count
    }
}
