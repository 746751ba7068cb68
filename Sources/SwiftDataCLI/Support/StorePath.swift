import Foundation

/// The file that the user has named.
enum StorePath {
    /// - Throws: ``ToolFailure`` where there is no file.
    static func check(_ path: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ToolFailure("There is no file \(path).")
        }
        if isFolder.boolValue { throw ToolFailure("\(path) is a folder, not a store.") }
    }
}
