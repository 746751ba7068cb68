public import Foundation

// Members that Foundation lacks on Linux. Should it get them one day, its own are preferred.
#if !canImport(Darwin)
    extension URL {
        /// The folder for the user's documents: `~/Documents`, or the folder of the desktop's settings.
        @_disfavoredOverload
        public static var documentsDirectory: URL { standard(.documentDirectory, "Documents") }

        /// The folder in which programs keep their data: `$XDG_DATA_HOME`, by default `~/.local/share`. All programs of
        /// the user share it.
        @_disfavoredOverload
        public static var applicationSupportDirectory: URL {
            standard(.applicationSupportDirectory, ".local/share")
        }

        /// The folder for caches, whose files can be made again: `$XDG_CACHE_HOME`, by default `~/.cache`.
        @_disfavoredOverload
        public static var cachesDirectory: URL { standard(.cachesDirectory, ".cache") }

        /// The folder in which programs keep their data: there is no library folder, so that this is
        /// ``applicationSupportDirectory``.
        @_disfavoredOverload
        public static var libraryDirectory: URL { applicationSupportDirectory }

        /// The folder for downloads: `~/Downloads`, or the folder of the desktop's settings.
        @_disfavoredOverload
        public static var downloadsDirectory: URL { standard(.downloadsDirectory, "Downloads") }

        /// The folder of the desktop: `~/Desktop`, or the folder of the desktop's settings.
        @_disfavoredOverload
        public static var desktopDirectory: URL { standard(.desktopDirectory, "Desktop") }

        /// The folder for films: `~/Videos`, or the folder of the desktop's settings.
        @_disfavoredOverload
        public static var moviesDirectory: URL { standard(.moviesDirectory, "Videos") }

        /// The folder for music: `~/Music`, or the folder of the desktop's settings.
        @_disfavoredOverload
        public static var musicDirectory: URL { standard(.musicDirectory, "Music") }

        /// The folder for pictures: `~/Pictures`, or the folder of the desktop's settings.
        @_disfavoredOverload
        public static var picturesDirectory: URL { standard(.picturesDirectory, "Pictures") }

        /// The folder for files that other users may read: `~/Public`, or the folder of the desktop's settings.
        @_disfavoredOverload
        public static var sharedPublicDirectory: URL { standard(.sharedPublicDirectory, "Public") }

        /// The folder for the trash.
        @_disfavoredOverload
        public static var trashDirectory: URL { standard(.trashDirectory, ".Trash") }

        /// The folder that Foundation names, which follows the XDG conventions; one in the home folder where it names
        /// none.
        private static func standard(_ folder: FileManager.SearchPathDirectory, _ name: String) -> URL {
            FileManager.default.urls(for: folder, in: .userDomainMask).first
                ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(name, isDirectory: true)
        }
    }
#endif
