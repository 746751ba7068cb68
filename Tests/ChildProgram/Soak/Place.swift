import Foundation

/// The folder that the program writes to.
struct Place: Sendable {
    let folder: URL
    let store: URL
    let temporary: URL

    /// Makes a folder, and makes it the temporary folder of the program as well.
    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("openswiftdata-soak-\(UUID().uuidString)")
        store = folder.appendingPathComponent("soak.store")
        temporary = folder.appendingPathComponent("tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        setenv("TMPDIR", temporary.path, 1)
    }

    /// The files of large values, as Core Data names their folder.
    var largeValues: URL { folder.appendingPathComponent(".soak_SUPPORT/_EXTERNAL_DATA") }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
