import Foundation

/// The names and bytes of all files in a folder, hidden ones included.
struct FolderContent: Equatable {
    private let files: [String: Data]

    init(_ folder: URL) throws {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            files[name] = FileManager.default.contents(atPath: folder.appending(path: name).path) ?? Data()
        }
        self.files = files
    }
}
