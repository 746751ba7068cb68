package import Foundation

/// The way in which a configuration specifies the location of its store.
package enum ModelConfigurationLocation {
    case memory
    /// A location that is derived from the configuration's name and group.
    case derived
    case file(URL)

    /// `<application support>/<program or group>/<name>.store`.
    ///
    /// On Apple's platforms the application support folder belongs to one app; elsewhere all programs of a user share
    /// it, so each gets a folder of its own there.
    package static func derivedURL(name: String, group: String?) -> URL {
        applicationSupportFolder
            .appendingPathComponent(group ?? executableName, isDirectory: true)
            .appendingPathComponent(name + ".store", isDirectory: false)
    }

    /// `$XDG_DATA_HOME`, by default `~/.local/share`, where that convention holds.
    private static var applicationSupportFolder: URL {
        #if os(Linux) || os(Android) || os(FreeBSD) || os(OpenBSD)
            if let folder = ProcessInfo.processInfo.environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
                return URL(fileURLWithPath: folder, isDirectory: true)
            }
            return FileManager.default.homeDirectoryForCurrentUser
                .appendingPathComponent(".local/share", isDirectory: true)
        #else
            return FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
                ?? FileManager.default.temporaryDirectory
        #endif
    }

    private static var executableName: String {
        let file = Bundle.main.executableURL?.deletingPathExtension().lastPathComponent
        return file.flatMap { $0.isEmpty ? nil : $0 } ?? ProcessInfo.processInfo.processName
    }
}
