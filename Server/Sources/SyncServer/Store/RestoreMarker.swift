import Foundation
import SwiftDataSyncCore

/// A file beside a store whose backup is put back: new accounts have to be drawn before the store is served.
///
/// It is on the disk before the first file is replaced, and removed after the accounts are drawn. So a process that
/// dies in between leaves the work to the process that opens the store next. The process that has the file locked does
/// the work, and other processes wait. It exists as a whole or not at all: a file that is not whole is damaged.
final class RestoreMarker {
    private let file: LockedFile

    /// The tokens that were revoked in the store that is replaced, by their public halves, with the seconds of their ends.
    let revoked: [String: Double]

    private init(_ file: LockedFile, _ revoked: [String: Double]) { (self.file, self.revoked) = (file, revoked) }

    /// Begins a restore.
    static func begin(beside store: URL, revoked: [String: Double]) throws -> RestoreMarker {
        let path = path(store)
        guard let file = try LockedFile.open(path + "-new", creating: true) else {
            throw ServerError("\(path)-new cannot be made. The folder of the store has to be writable.")
        }
        // The tokens of a restore that has died stay, should its store not be readable. Its file is locked until it is replaced.
        let former = try left(beside: store)
        defer { withExtendedLifetime(former) {} }
        let all = former?.revoked.merging(revoked) { old, _ in old } ?? revoked
        let list = try JSONEncoder().encode(all)
        try file.move(to: path, with: hash(list) + list)
        return RestoreMarker(file, all)
    }

    /// The marker of a restore that was not ended; nil where there is none.
    /// - Throws: ``ServerError`` where it is damaged.
    static func left(beside store: URL) throws -> RestoreMarker? {
        guard let file = try LockedFile.open(path(store)) else { return nil }
        let contents = try file.read()
        let list = Data(contents.dropFirst(hash(Data()).count))
        guard hash(list) + list == contents else { throw damage(file.path) }
        do { return RestoreMarker(file, try JSONDecoder().decode([String: Double].self, from: list)) } catch {
            throw damage(file.path)
        }
    }

    /// Ends the restore.
    func remove() throws { try file.remove() }

    private static func path(_ store: URL) -> String { store.resolvingSymlinksInPath().path + "-restoring" }

    private static func hash(_ list: Data) -> Data { Data(BlobReference(of: list).hash) }

    private static func damage(_ path: String) -> ServerError {
        ServerError(
            "\(path) is damaged. It lists the tokens that stay revoked after a restore, which would be valid again without it. Remove the "
                + "file, run “zones renew”, look at “tokens list”, and revoke these tokens again by “tokens revoke” before a server runs."
        )
    }
}
