#if PostgreSQL
import Foundation

/// The namespaces of the folders of tests.
///
/// `@unchecked Sendable`: `lock` guards `known`.
final class Namespaces: @unchecked Sendable {
    private let lock = NSLock()
    private var known: [String: TemporaryNamespace] = [:]
    private let url: String

    init(url: String) { self.url = url }

    func namespace(of folder: URL) -> TemporaryNamespace {
        lock.withLock {
            if let found = known[folder.path] { return found }
            let made = TemporaryNamespace(url: url)
            known[folder.path] = made
            return made
        }
    }

    /// Removes the namespaces of all folders.
    func removeAll() {
        let gone = lock.withLock {
            defer { known = [:] }
            return known
        }
        // The last reference goes outside of the lock, since the server is asked to remove the tables.
        withExtendedLifetime(gone) {}
    }
}
#endif
