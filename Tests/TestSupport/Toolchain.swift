package import Foundation

/// The compiler of the toolchain, with the modules and the macros that the tests were built with.
package struct Toolchain: Sendable {
    package let compiler: URL
    package let arguments: [String]
    /// The folder of the package's built products.
    package let products: URL

    /// Nil where there is no compiler, or where the build system lays its products out in another way.
    package init?() {
        products = Bundle.main.bundleURL.resolvingSymlinksInPath()
        let modules = products.appending(path: "Modules")
        let library = ProcessInfo.processInfo.environment["OPENSWIFTDATA_MACROS"].map { URL(filePath: $0) }
        let plugin = library ?? products.appending(path: "SwiftDataMacros-tool")
        let scratch = products.deletingLastPathComponent().deletingLastPathComponent()
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let maps = [
            root.appending(path: "Sources/CZlib/module.modulemap"),
            root.appending(path: "Sources/CSwiftRuntime/module.modulemap"),
            scratch.appending(path: "checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap"),
        ]
        guard let swiftc = Program(named: "swiftc"),
            (maps + [plugin, modules]).allSatisfy({ FileManager.default.fileExists(atPath: $0.path) })
        else { return nil }
        compiler = swiftc.url
        arguments =
            ["-I", modules.path]
            + (library == nil
                ? ["-load-plugin-executable", "\(plugin.path)#SwiftDataMacros"]
                : ["-load-plugin-library", plugin.path])
            + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
    }
}
