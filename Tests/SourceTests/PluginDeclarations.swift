import Foundation
import TestSupport
import Testing

/// The declarations that the plugin SwiftDataPredicates adds to a module.
enum PluginDeclarations {
    static func text() throws -> String {
        let products = Bundle.main.bundleURL.resolvingSymlinksInPath()
        let folder = try TemporaryFolder()
        let program = TestSupport.Program(at: products.appending(path: "PredicateDeclarations"))
        try #require(program).run([folder.path("Declarations.swift")])
        return try String(contentsOf: folder.file("Declarations.swift"), encoding: .utf8)
    }
}
