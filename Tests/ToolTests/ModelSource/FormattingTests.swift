import Foundation
import SwiftDataModelSource
import TestSupport
import Testing

/// `swift format` finds nothing to say of the source.
@Suite(
    .enabled(
        if: GeneratedModels.canBeMade && Program(named: "swift-format") != nil,
        "needs the shared stores and models, and swift-format"
    )
)
struct FormattingTests {
    @Test(arguments: GenerationOptions.Access.allCases)
    func theSourceOfEveryModelIsFormatted(_ access: GenerationOptions.Access) throws {
        let formatter = try #require(Program(named: "swift-format"))
        let configuration = URL(filePath: #filePath)
            .appending(path: "../../../.swift-format").standardized
        let folder = try TemporaryFolder()
        for file in GeneratedModels.files {
            let copy = file.pathExtension.hasPrefix("xc") || file.pathExtension == "mom"
            let store = copy ? nil : try SampleStore(file.lastPathComponent)
            defer { store?.remove() }
            let text = try ModelSource.read(store?.file ?? file).swift(GenerationOptions(access: access)).text
            try Data(text.utf8).write(to: folder.file(GeneratedModels.name(of: file) + ".swift"))
        }
        let arguments = ["lint", "--strict", "--configuration", configuration.path, "-r", folder.url.path]
        #expect(throws: Never.self) { try formatter.run(arguments) }
        // That the formatter looks at all.
        try Data("struct  A{}\n".utf8).write(to: folder.file("Wrong.swift"))
        #expect(throws: Program.Failure.self) { try formatter.run(arguments) }
    }
}
