import Foundation
import SwiftDataModelSource
import SwiftDataSQL
import TestSupport

/// Every shared model and store, written as Swift, compiled as one program that opens stores with the classes.
struct GeneratedModels: Sendable {
    let program: Program
    let cases: [Case]
    private let folder: TemporaryFolder

    /// The source of one file.
    struct Case: Sendable {
        /// Of the enum that the source is put in.
        let name: String
        let file: URL
        let text: String
        let isStore: Bool
        /// Of the current version.
        let model: ModelOutline?

        init(_ source: ModelSource, _ options: GenerationOptions = .init(), file: URL, isStore: Bool) throws {
            name = GeneratedModels.name(of: file)
            self.file = file
            text = try source.swift(options).text
            self.isStore = isStore
            model = source.current?.model
        }

        /// `Models_x`, or `Models_x.SchemaV1` for each version.
        var scopes: [String] {
            let versions = Set(WrittenClass.all(in: text).map(\.version)).sorted()
            return versions.map { $0.isEmpty ? name : "\(name).\($0)" }
        }
    }

    /// Made once for all tests.
    static let current = Task { try GeneratedModels() }

    static var canBeMade: Bool { SampleStore.canBeRead && SwiftCompiler.current != nil && !files.isEmpty }

    static var modelsCanBeRead: Bool { FileManager.default.fileExists(atPath: modelFolder.path) }

    static let modelFolder = SampleStore.samples.deletingLastPathComponent().appending(path: "models")

    /// The models and stores.
    static let files: [URL] = {
        func list(_ folder: URL, _ extensions: Set<String>) -> [URL] {
            let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            return (found ?? []).filter { extensions.contains($0.pathExtension) }.sorted { $0.path < $1.path }
        }
        return list(modelFolder, ["xcdatamodeld", "mom"]) + list(SampleStore.samples, ["sqlite", "moody"])
    }()

    static func name(of file: URL) -> String {
        "Models_" + file.lastPathComponent.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    }

    private init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let shared = try Self.files.map { file in
            let isStore = ["sqlite", "moody"].contains(file.pathExtension)
            let source = try ModelSource.read(isStore ? try Self.copy(file, folder) : file)
            return try Case(source, file: file, isStore: isStore)
        }
        let handMade = try HandMadeModels.all().flatMap { source in
            let open = GenerationOptions(access: .public)
            return [
                try Case(source, file: URL(filePath: "/\(source.name)"), isStore: false),
                try Case(source, open, file: URL(filePath: "/\(source.name)_public"), isStore: false),
            ]
        }
        cases = shared + handMade
        var sources: [URL] = []
        for one in cases {
            let url = folder.url.appending(path: one.name + ".swift")
            let body = one.text.split(separator: "\n", omittingEmptySubsequences: false).filter {
                !$0.hasPrefix("import ")
            }
            let text =
                "import Foundation\nimport SwiftData\n\npublic enum \(one.name) {\n\(body.joined(separator: "\n"))\n}\n"
            try Data(text.utf8).write(to: url)
            sources.append(url)
        }
        let main = folder.url.appending(path: "main.swift")
        try Data(ProgramText(cases).text.utf8).write(to: main)
        guard let compiler = SwiftCompiler.current else { throw SwiftCompiler.Failure(description: "no compiler") }
        program = try compiler.build(sources + [main], into: folder.url)
    }

    private static func copy(_ store: URL, _ folder: TemporaryFolder) throws -> URL {
        for suffix in ["", "-wal"] {
            let source = URL(filePath: store.path + suffix)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            try FileManager.default.copyItem(at: source, to: folder.file(source.lastPathComponent))
        }
        return folder.file(store.lastPathComponent)
    }

    /// Returns the output of the program, by the first two words of each line.
    func run(_ arguments: String...) throws -> [String: String] {
        let output = try program.run(arguments)
        var lines: [String: String] = [:]
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
            if parts.count == 3 { lines["\(parts[0]) \(parts[1])"] = parts[2] }
        }
        return lines
    }
}
