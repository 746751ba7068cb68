import Foundation
import Testing

/// The code in the guide is the code of this package.
@Suite struct GuideTests {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: ["JSONStore", "JSONFile", "JSONStore+History", "JSONHistory"])
    func theGuideHasTheSource(name: String) throws {
        let source = Self.package.appendingPathComponent("Sources/JSONStore/\(name).swift")
        let guide = Self.package.appendingPathComponent("../../docs/write-a-data-store.md").standardized
        let code = try String(contentsOf: source, encoding: .utf8)
        #expect(try String(contentsOf: guide, encoding: .utf8).contains("```swift\n\(code)```\n"))
    }
}
