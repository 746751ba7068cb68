/// Room for the texts of one row, so that SQLite need not copy each of them to a place of its own.
///
/// Statements that were run with it must be cleared before it is released. Not shared: it serves one transaction.
final class BindingScratch {
    static let capacity = 4096

    private let start = UnsafeMutablePointer<CChar>.allocate(capacity: BindingScratch.capacity)
    private var used = 0

    deinit { start.deallocate() }

    /// The next row begins: the bytes of the last one are no longer read.
    func begin() { used = 0 }

    /// Copies the bytes of a text; nil where there is no room, or they are none.
    func take(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
        guard let source = bytes.baseAddress, bytes.count <= Self.capacity - used else { return nil }
        let place = start + used
        UnsafeMutableRawPointer(place).copyMemory(from: source, byteCount: bytes.count)
        used += bytes.count
        return UnsafePointer(place)
    }
}
