import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Bionic)
    import Bionic
#elseif canImport(ucrt)
    import ucrt
#endif

/// Questions to the terminal.
enum Terminal {
    /// True if a descriptor is that of a terminal. False where that is not known: nothing is drawn twice then.
    static func isTerminal(_ descriptor: Int32) -> Bool {
        #if PORTABLE_FALLBACKS
            return false
        #elseif os(Windows)
            return _isatty(descriptor) != 0
        #else
            return isatty(descriptor) != 0
        #endif
    }

    /// The number of cells of a line; nil for a descriptor that is not a terminal.
    static func width(_ descriptor: Int32) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        #if !PORTABLE_FALLBACKS && (canImport(Glibc) || canImport(Musl) || canImport(Darwin))
            var size = winsize()
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        #endif
        return ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) } ?? 80
    }
}
