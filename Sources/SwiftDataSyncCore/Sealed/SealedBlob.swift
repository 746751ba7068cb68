/// A large value whose bytes travel sealed: the reference of its content, and that of the sealed bytes, by which a transport
/// carries them.
///
/// It is part of a sealed value. The hash of the content is never in the open.
public struct SealedBlob: Hashable, Comparable, Sendable {
    /// The reference of the content.
    public let content: BlobReference
    /// The reference of the sealed bytes.
    public let carried: BlobReference
    /// The name of the key that the bytes are sealed by.
    public let key: SealingKeyName

    /// Creates a large value.
    public init(content: BlobReference, carried: BlobReference, key: SealingKeyName) {
        self.content = content
        self.carried = carried
        self.key = key
    }

    /// Orders large values by their contents, then by the keys and the sealed bytes.
    public static func < (left: SealedBlob, right: SealedBlob) -> Bool {
        if left.content != right.content { return left.content < right.content }
        return left.key != right.key ? left.key < right.key : left.carried < right.carried
    }
}

extension SealedBlob {
    func write(to writer: inout WireWriter) {
        writer.array(4)
        content.write(to: &writer)
        carried.write(to: &writer)
        writer.uint(key.number)
        writer.uint(UInt64(key.fingerprint))
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        try reader.array(of: 4)
        let content = try BlobReference(from: &reader)
        let carried = try BlobReference(from: &reader)
        self.init(content: content, carried: carried, key: try SealingKeyName(from: &reader))
    }
}

extension BlobReference {
    func write(to writer: inout WireWriter) {
        writer.array(2)
        writer.data(hash)
        writer.uint(size)
    }

    init(from reader: inout WireReader) throws(SyncCoreError) {
        try reader.array(of: 2)
        let hash = try reader.data()
        guard let blob = BlobReference(hash: hash, size: try reader.uint()) else {
            throw WireReader.malformed("A hash does not have 32 bytes")
        }
        self = blob
    }
}
