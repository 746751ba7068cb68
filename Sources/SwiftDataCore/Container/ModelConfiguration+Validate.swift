import Foundation

extension ModelConfiguration {
    /// Checks the location without touching the disk.
    /// - Throws: ``SwiftDataError/configurationFileNameTooLong`` or
    ///   ``SwiftDataError/configurationFileNameContainsInvalidCharacters``.
    public func validate() throws {
        guard !isStoredInMemoryOnly else { return }
        if !hasExplicitLocation {
            try Self.checkFileName(name, of: "name")
            if let group = groupAppContainerIdentifier { try Self.checkFileName(group, of: "group identifier") }
        }
        guard url.isFileURL else {
            throw SwiftDataError(.loadIssueModelContainer, "\(url.absoluteString) is not the URL of a file.")
        }
        let file = url.lastPathComponent
        guard !file.isEmpty, file != "/", !file.contains("\0"), !url.path.contains("\0") else {
            throw SwiftDataError(
                .configurationFileNameContainsInvalidCharacters,
                "Configuration \"\(name)\" has no usable file name."
            )
        }
        // The companions' names are longer: "-journal" after the file's name, "._SUPPORT" around its stem.
        let stem = url.deletingPathExtension().lastPathComponent
        let longest = max(file.utf8.count + "-journal".utf8.count, stem.utf8.count + "._SUPPORT".utf8.count)
        guard longest <= Self.longestFileName else {
            throw SwiftDataError(
                .configurationFileNameTooLong,
                "The file name of configuration \"\(name)\" takes \(file.utf8.count) bytes; with the names of its "
                    + "companion files it must stay within \(Self.longestFileName)."
            )
        }
    }

    /// NAME_MAX of every file system in common use.
    private static let longestFileName = 255

    private static func checkFileName(_ name: String, of what: String) throws {
        let isUsable = !name.isEmpty && name != "." && name != ".." && !name.contains { forbidden.contains($0) }
        guard isUsable else {
            throw SwiftDataError(
                .configurationFileNameContainsInvalidCharacters,
                "The \(what) \"\(name)\" of a configuration cannot be a file name."
            )
        }
    }

    #if os(Windows)
        private static let forbidden: Set<Character> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|", "\0"]
    #else
        private static let forbidden: Set<Character> = ["/", "\0"]
    #endif
}
