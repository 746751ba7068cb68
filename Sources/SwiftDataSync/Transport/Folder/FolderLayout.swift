import Foundation
import SwiftDataSyncCore

/// The names in a folder of ``FolderTransport``. `docs/sync-transports.md` describes them.
struct FolderLayout: Sendable {
    let root: URL

    var version: URL { root.appending(path: "version") }
    var changes: URL { root.appending(path: "changes") }
    var blobs: URL { root.appending(path: "blobs") }

    /// The beginning of the names of files that are being written.
    static let temporaryPrefix = ".osdtmp-"
    private static let suffix = ".osdsync"

    func changes(of device: DeviceNumber) -> URL { changes.appending(path: device.hexadecimal) }

    func blobFolder(_ blob: BlobReference) -> URL { blobs.appending(path: String(blob.hexadecimal.prefix(2))) }

    func file(_ blob: BlobReference) -> URL { blobFolder(blob).appending(path: blob.hexadecimal) }

    /// The name of a file with the packets of some sequences.
    static func name(_ sequences: ClosedRange<UInt64>) -> String {
        let first = sequences.lowerBound.hexadecimal
        return sequences.lowerBound == sequences.upperBound
            ? first + suffix : first + "-" + sequences.upperBound.hexadecimal + suffix
    }

    /// The number at the beginning of a name, in 16 hexadecimal digits of any case.
    private static func number(_ name: Substring) -> UInt64? {
        let digits = String(name.prefix(16))
        guard digits.utf8.count == 16, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt64(digits, radix: 16)
    }

    /// The device of a folder. A name that a file sync has made for a conflict has more after the number.
    static func device(_ name: String) -> DeviceNumber? { number(name[...]).map { DeviceNumber($0) } }

    /// The sequences that the name of a file promises, also in a name that a file sync has made for a conflict. Nil for another
    /// name: the file has to be read.
    static func sequences(_ name: String) -> ClosedRange<UInt64>? {
        guard let first = number(name[...]), first > 0 else { return nil }
        let rest = name.dropFirst(16)
        guard rest.hasPrefix("-"), let last = number(rest.dropFirst()) else { return first...first }
        return last >= first ? first...last : nil
    }

    /// True for a name that ``name(_:)`` makes, whatever the case.
    static func isOwn(_ name: String) -> Bool {
        sequences(name).map { self.name($0) == name.lowercased() } ?? false
    }
}
