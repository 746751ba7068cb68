import Foundation
import TestSupport
import Testing

/// `Scripts/docs-coverage`, which fails for symbols without documentation.
@Suite(.enabled(if: Program.python3 != nil, "needs python3"))
struct DocumentationCoverageTests {
    @Test func aSymbolThatTheCompilerSynthesizesNeedsNoAbstract() throws {
        let (output, status) = try coverage(
            pages: [page("A"), page("A/init(rawValue:)-4x2k", hasAbstract: false)],
            symbols: #"{"kind": {"identifier": "swift.init"}, "pathComponents": ["A", "init(rawValue:)"]}"#
        )
        #expect(status == 0, "\(output)")
        #expect(output.contains("1 of 1 symbols that are declared in Sources have an abstract"), "\(output)")
        #expect(output.contains("Not counted: 1 symbols that the compiler synthesizes"), "\(output)")
    }

    @Test func aDeclarationWithoutAnAbstractIsAnError() throws {
        let symbol = #"{"kind": {"identifier": "swift.init"}, "pathComponents": ["A", "init()"], "location": {}}"#
        let (output, status) = try coverage(pages: [page("A/init()", hasAbstract: false)], symbols: symbol)
        #expect(status != 0)
        #expect(output.contains("Library: Structure A/init() has no abstract"), "\(output)")
    }

    @Test func aPageOfAnExtendedTypeIsNotCounted() throws {
        let pages = [page("Swift/Int", kind: "Extended Structure", hasAbstract: false)]
        let (output, status) = try coverage(pages: pages, symbols: "")
        #expect(status == 0, "\(output)")
        #expect(output.contains("1 pages for extensions"), "\(output)")
    }

    @Test func aMostUsedSymbolWithoutAnExampleIsAnError() throws {
        let pages = [page("SyncEngine", of: "SwiftDataSync")]
        let (output, status) = try coverage(of: "SwiftDataSync", pages: pages, symbols: "")
        #expect(status != 0)
        #expect(output.contains("SwiftDataSync: SyncEngine has no example"), "\(output)")
    }

    private func page(
        _ path: String,
        of module: String = "Library",
        kind: String = "Structure",
        hasAbstract: Bool = true
    ) -> String {
        #"{"referencePath": "doc://a/documentation/\#(module)/\#(path)", "hasAbstract": \#(hasAbstract), "#
            + #""hasCodeListing": false, "kind": {"name": "\#(kind)", "isSymbol": true}}"#
    }

    private func coverage(
        of module: String = "Library",
        pages: [String],
        symbols: String
    ) throws -> (output: String, status: Int32) {
        let folder = try TemporaryFolder()
        let files = [
            "graphs/\(module)/\(module).symbols.json": "{\"symbols\": [\(symbols)]}",
            "\(module).doccarchive/documentation-coverage.json": "[\(pages.joined(separator: ", "))]",
        ]
        for (path, text) in files {
            let file = folder.file(path)
            let parent = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Scripts/docs-coverage")
        let python = try #require(Program.python3).url.path
        return try ChildProcess.run(
            "/bin/sh",
            [
                "-c", #"exec "$0" "$@" 2>&1"#, python, script.path, folder.path("graphs"),
                folder.path("\(module).doccarchive"),
            ]
        )
    }
}
