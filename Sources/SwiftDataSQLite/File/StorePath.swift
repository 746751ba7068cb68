import Foundation

/// The file that a path leads to.
package enum StorePath {
    /// The maximum number of consecutive links, as for the system's own calls.
    private static let mostLinks = 40

    /// A path with links followed: the files beside the store, and all records about its file, use it.
    ///
    /// The last name may be a link to a file that is still to be made, which Foundation leaves as it is.
    package static func resolved(_ path: String) -> String {
        // ".." after a link leads out of the folder that the link leads to, which only the system can resolve.
        var path = URL(fileURLWithPath: path).path
        for _ in 0..<mostLinks {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            let folder = (path as NSString).deletingLastPathComponent
            path = target.hasPrefix("/") ? target : (folder as NSString).appendingPathComponent(target)
        }
        let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        let resolved = URL(fileURLWithPath: folder, isDirectory: true).resolvingSymlinksInPath().path
        return (resolved as NSString).appendingPathComponent(name)
    }
}
