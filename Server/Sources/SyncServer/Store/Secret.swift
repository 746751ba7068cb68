import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// A bearer token as clients send it: `osd_`, a public half by which it is found, and a secret half.
///
/// The description has the public half alone, so that a token does not get into a log.
package struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package let identifier: String
    private let secret: String

    /// Draws a token: 64 bits of name and 256 of secret.
    package init() { (identifier, secret) = (Words.random(bytes: 8), Words.random(bytes: 32)) }

    /// Reads a token; nil for anything of another form.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "osd", Words.device(parts[1]) != nil, Words.isHash(parts[2]) else {
            return nil
        }
        (identifier, secret) = (String(parts[1]), String(parts[2]))
    }

    /// The token for its user, which is shown once.
    package var text: String { "osd_\(identifier)_\(secret)" }

    /// The SHA-256 hash of the secret. The secret has as many bits as the hash, so that it cannot be found by trying.
    var hash: Data { Data(BlobReference(of: Data(secret.utf8)).hash) }

    package var description: String { "osd_\(identifier)_…" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["identifier": identifier]) }
}

/// A comparison that takes the same time wherever two values differ.
enum ConstantTime {
    static func isEqual(_ left: Data, _ right: Data) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for (a, b) in zip(left, right) { difference |= a ^ b }
        return difference == 0
    }
}
