import Foundation
import TestSupport
import Testing

/// The declarations that the plugin SwiftDataPredicates adds to a module.
enum PluginDeclarations {
    static func text() throws -> String {
        let products = Bundle.main.bundleURL.resolvingSymlinksInPath()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        let program = TestSupport.Program(at: products.appending(path: "PredicateDeclarations"))
        try #require(program).run([file.path])
        return try String(contentsOf: file, encoding: .utf8)
    }
}
