import Foundation
import TestSupport
import Testing

/// `Scripts/docs-pages`, which checks links and makes articles of DocC.
@Suite(.enabled(if: Program.python3 != nil, "needs python3"))
struct DocumentationPagesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func eachPageOfTheRepositoryIsConverted() throws {
        let folder = try TemporaryFolder()
        let (output, status) = try convert(Self.root.appending(path: "Scripts/docs-pages"), into: folder.path("out"))
        #expect(status == 0, "\(output)")
    }

    @Test func aLinkBecomesOneOfDocC() throws {
        let place = try Place(page: "Abstract with [code](../Sources/Code.swift).\n\n## A “name”, and more\n\nText.")
        try place.write("docs/b.md", "# B\n\nSee [the name](a.md#a-name-and-more), [B](#b) and [all](README.md).\n")
        let (output, status) = try convert(place.script, into: place.folder.path("out"))
        #expect(status == 0, "\(output)")
        #expect(try place.read("out/Articles/a.md").contains("Abstract with code (`Sources/Code.swift`).\n"))
        #expect(
            try place.read("out/Articles/b.md")
                == "# B\n\nSee [the name](doc:a#A-name-and-more), [B](doc:b#B) and [all](doc:SwiftData).\n"
        )
        #expect(try place.read("out/SwiftData.md").contains("### Start\n\n- <doc:a>\n- <doc:b>\n"))
        #expect(try place.read("out/SwiftData.md").hasPrefix("# ``SwiftData``\n\nA library.\n"))
    }

    @Test(arguments: [
        ("Text.\n\n[A](missing.md)", "docs/a.md:5: there is no docs/missing.md"),
        ("Text.\n\n[A](b.md#none)", "docs/a.md:5: docs/b.md has no heading for #none"),
        ("## Text", "docs/a.md:1: after its title a page has a paragraph, which is its abstract"),
        ("Text.\n\n@Model is a macro.", "docs/a.md:5: DocC takes a line that begins with @ for a directive"),
        ("Text.\n\n## See also", "docs/a.md:5: DocC gives this heading a meaning of its own"),
        ("Text with <b>HTML</b>.", "docs/a.md:3: HTML is not converted"),
        ("Text with ``two``.", "docs/a.md:3: DocC takes ``two`` for the name of a symbol"),
        ("Text with [a][b].", "docs/a.md:3: a link with a reference is not converted"),
        ("Text with [a](b.md \"title\").", "docs/a.md:3: a link of this form is not converted"),
        ("Text.\n\n- Note: an aside.", "docs/a.md:5: DocC takes this for an aside"),
        ("Text.\n\n```\ncode", "docs/a.md:5: a block of code has no end"),
        ("Text.\n\n|a|b|\n|-|-|\n|c|`|`|", "docs/a.md:7: a row has 3 cells in a table of 2 columns"),
        ("Text.\n\n![An image](none.png)", "docs/a.md:5: there is no docs/none.png"),
    ])
    func whatCannotBeConvertedIsAnError(_ text: String, _ message: String) throws {
        let place = try Place(page: text)
        let (output, status) = try convert(place.script, into: place.folder.path("out"))
        #expect(status != 0)
        #expect(output.contains(message), "\(output)")
        #expect(!FileManager.default.fileExists(atPath: place.folder.path("out")))
    }

    @Test func aPageThatIsNotListedIsAnError() throws {
        let place = try Place(page: "Text.")
        try place.write("docs/c.md", "# C\n\nText.\n")
        let (output, status) = try convert(place.script, into: place.folder.path("out"))
        #expect(status != 0)
        #expect(output.contains("docs/README.md:1: docs/c.md is not listed"), "\(output)")
    }

    private func convert(_ script: URL, into folder: String) throws -> (output: String, status: Int32) {
        let python = try #require(Program.python3).url.path
        return try ChildProcess.run("/bin/sh", ["-c", #"exec "$0" "$@" 2>&1"#, python, script.path, "convert", folder])
    }

    /// A repository with a page.
    private struct Place {
        let folder: TemporaryFolder

        var script: URL { folder.file("Scripts/docs-pages") }

        init(page: String) throws {
            folder = try TemporaryFolder()
            try write("README.md", "# Library\n\nA library.\n")
            try write("docs/README.md", "# Documentation\n\n## Start\n\n- [A](a.md): one\n- [B](b.md): two\n")
            try write("docs/decisions/README.md", "# Decisions\n\nRecords.\n")
            try write("docs/a.md", "# A\n\n\(page)\n")
            try write("docs/b.md", "# B\n\nText.\n")
            try write("Sources/Code.swift", "")
            try write("Documentation/SwiftData.docc/SwiftData.md", "# ``SwiftData``\n\n## Topics\n\n### Start\n")
            let source = DocumentationPagesTests.root.appending(path: "Scripts/docs-pages")
            try write("Scripts/docs-pages", String(contentsOf: source, encoding: .utf8))
        }

        func write(_ path: String, _ text: String) throws {
            let file = folder.file(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }

        func read(_ path: String) throws -> String { try String(contentsOf: folder.file(path), encoding: .utf8) }
    }
}
