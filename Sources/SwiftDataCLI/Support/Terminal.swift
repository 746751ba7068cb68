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

/// What is asked of the terminal.
enum Terminal {
    static func isTerminal(_ descriptor: Int32) -> Bool {
        #if os(Windows)
            return _isatty(descriptor) != 0
        #else
            return isatty(descriptor) != 0
        #endif
    }
}
