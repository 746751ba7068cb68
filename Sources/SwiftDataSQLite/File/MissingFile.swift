package import Foundation

/// Distinguishes a missing file from a file that cannot be examined now.
package enum MissingFile {
    /// True if an error of Foundation's reports that there is no file at a path. A path that no file can have counts
    /// too: the folder of a store with a long name has a name that is too long.
    package static func isReported(by error: any Error) -> Bool {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile, .fileReadInvalidFileName, .fileWriteInvalidFileName: true
        default: false
        }
    }

    /// True if it is certain that nothing is at a path.
    package static func isKnown(_ path: String) -> Bool {
        do {
            return try attributes(path) == nil
        } catch {
            return false
        }
    }

    /// The attributes of the file at a path, of a link itself; nil where there is none.
    /// - Throws: The error of Foundation's where that cannot be known.
    package static func attributes(_ path: String) throws -> [FileAttributeKey: Any]? {
        do {
            return try FileManager.default.attributesOfItem(atPath: path)
        } catch {
            if isReported(by: error) { return nil }
            throw error
        }
    }

    /// The size of a file in bytes; nil if there is nothing at the path.
    /// - Throws: The error of Foundation's where that cannot be known.
    package static func size(_ path: String) throws -> Int64? {
        guard let attributes = try attributes(path) else { return nil }
        guard let size = attributes[.size] as? NSNumber else { throw CocoaError(.fileReadUnknown) }
        return size.int64Value
    }

    /// True if a folder is at a path, or a link to one.
    package static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
