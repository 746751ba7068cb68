import Foundation

/// `Duration` in a BLOB column, as 16 bytes: the number of attoseconds plus 2^127, big-endian.
///
/// SQLite compares bytes from the first to the last. Without a sign, and with the highest byte first, they come in the
/// order of the durations, so that comparisons, sorts and indices need no function.
enum DurationColumn {
    private static let offset: UInt128 = 1 << 127

    static func bind<Sink: ColumnSink>(_ duration: Duration, to sink: inout Sink) {
        let number = UInt128(truncatingIfNeeded: duration.attoseconds) ^ offset
        withUnsafeBytes(of: number.bigEndian) { sink.blob(Data($0)) }
    }

    static func read(_ source: some ColumnSource) throws(ColumnFailure) -> Duration {
        let number = source.withBlob { bytes in
            bytes.count == 16 ? UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self)) : nil
        }
        guard let number else { throw ColumnFailure("the blob is not 16 bytes long") }
        return Duration(attoseconds: Int128(truncatingIfNeeded: number ^ offset))
    }
}
