import Foundation

/// The file that the user has named.
enum StorePath {
    /// - Throws: ``ToolFailure`` where there is no file.
    static func check(_ path: String) throws {
        // The address may have a password, which an error must not repeat.
        if ServerAddress(path) != nil {
            throw ToolFailure("The command takes the file of a store, and not the address of a server.", isUsage: true)
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ToolFailure("There is no file \(path).")
        }
        if isFolder.boolValue { throw ToolFailure("\(path) is a folder, not a store.") }
    }
}
