#if DEBUG && os(Linux) && canImport(Runtime)
    import Runtime
#endif

/// The code of the program that has called the library.
enum CallPlace {
    /// The function that called the library, with its file and line; nil in an optimized build, on a platform without
    /// `Backtrace` (SE-0419), and where the program has no symbols.
    static var current: String? {
        #if DEBUG && os(Linux) && canImport(Runtime)
            guard let backtrace = try? Backtrace.capture(),
                let found = backtrace.symbolicated()
            else { return nil }
            for frame in found.frames {
                guard let symbol = frame.symbol, isOfProgram(symbol.rawName) else { continue }
                guard let location = symbol.sourceLocation else { return symbol.name }
                return "\(symbol.name) at \(location.path):\(location.line)"
            }
        #endif
        return nil
    }

    /// True for a function that is neither of a library nor an accessor that a macro has written.
    static func isOfProgram(_ name: String) -> Bool {
        guard name.hasPrefix("$s"), !name.hasSuffix("vg"), !name.hasSuffix("vgTq") else { return false }
        return !modules.contains { name.dropFirst(2).hasPrefix($0) }
    }

    /// The mangled names of modules, which begin with their length; `s` and `S` stand for the standard library.
    private static let modules = [
        "13SwiftDataCore", "9SwiftData", "15SwiftDataSQLite", "16SwiftDataQueries", "10Foundation", "7Testing", "s",
        "S",
        "9_Testing", "7Runtime",
    ]
}
