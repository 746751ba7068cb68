import Foundation

/// Looks at a folder from time to time.
enum FolderNotices {
    static func stream(_ layout: FolderLayout, _ interval: Duration) -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                var last: Set<String>?
                while !Task.isCancelled {
                    let now = look(layout)
                    if now != last { continuation.yield() }
                    last = now
                    do { try await Task.sleep(for: interval) } catch { break }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The names of files with their sizes and times: a file that is copied in parts changes without a change of its folder.
    ///
    /// A file that cannot be read is treated as missing. The next fetch throws its error, and a notice may be missing.
    private static func look(_ layout: FolderLayout) -> Set<String> {
        var seen: Set<String> = []
        for parent in [layout.changes, layout.blobs] {
            for folder in (try? FolderFiles.names(in: parent)) ?? [] {
                let url = parent.appending(path: folder)
                for name in (try? FolderFiles.names(in: url)) ?? [] where !name.hasPrefix(".") {
                    let attributes = try? FileManager.default.attributesOfItem(atPath: url.appending(path: name).path)
                    let size = (attributes?[.size] as? NSNumber)?.intValue ?? -1
                    let modified = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
                    seen.insert("\(folder)/\(name) \(size) \(modified)")
                }
            }
        }
        return seen
    }
}
