#if os(Linux) && !PORTABLE_FALLBACKS
    import Foundation
    import SwiftDataSQLite
    import TestSupport
    import Testing

    /// The locks on notes of saves.
    @Suite struct NoteLockTests {
        /// A child of a `fork` has descriptors like this one.
        private func copyOfDescriptor(for path: String) throws -> CInt {
            let folder = "/proc/self/fd"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            let name = names.first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
            }
            return dup(try #require(name.flatMap { CInt($0) }))
        }

        @Test func aChildDoesNotKeepALockThatHasEnded() throws {
            let folder = try TemporaryFolder()
            let path = URL(fileURLWithPath: folder.path("note")).resolvingSymlinksInPath().path
            try Data().write(to: URL(fileURLWithPath: path))
            let files = SystemFiles()
            var lock = try files.lock(path)
            #expect(lock != nil)
            let copy = try copyOfDescriptor(for: path)
            defer { close(copy) }
            #expect(try files.lock(path) == nil)
            lock = nil
            #expect(try files.lock(path) != nil)
        }
    }
#endif
