package import Foundation

/// Compiles programs against the modules that the tests were built with, and links them with their objects.
package struct SwiftCompiler: Sendable {
    private let toolchain: Toolchain
    private let objects: [String]

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// Nil where there is no compiler, or where the build system lays its products out in another way.
    package static let current = SwiftCompiler()

    private init?() {
        guard let toolchain = Toolchain() else { return nil }
        // What another program of the package is linked from, without its own part.
        let list = toolchain.products.appending(path: "ChildProgram.product/Objects.LinkFileList")
        guard let objects = try? String(contentsOf: list, encoding: .utf8) else { return nil }
        self.toolchain = toolchain
        self.objects = objects.split(separator: "\n").map(String.init)
            .filter { !$0.contains("/ChildProgram.build/") }
    }

    /// - Throws: `Failure` with what the compiler said, warnings too.
    package func build(_ sources: [URL], into folder: URL) throws -> Program {
        let list = folder.appending(path: "objects.txt")
        try Data(objects.joined(separator: "\n").utf8).write(to: list)
        let output = folder.appending(path: "program")
        let messages = folder.appending(path: "messages.txt")
        try Data().write(to: messages)
        let handle = try FileHandle(forWritingTo: messages)
        defer { try? handle.close() }
        let process = Process()
        process.executableURL = toolchain.compiler
        process.currentDirectoryURL = folder
        process.arguments =
            toolchain.arguments + sources.map(\.path) + [
                "@\(list.path)", "-lsqlite3", "-lz", "-o", output.path, "-module-name", "GeneratedModels",
                "-swift-version", "6", "-warnings-as-errors", "-no-color-diagnostics", "-j", "2",
            ]
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0, let built = Program(at: output) else {
            let text = String(decoding: (try? Data(contentsOf: messages)) ?? Data(), as: UTF8.self)
            let errors = text.split(separator: "\n").filter { $0.contains("error:") && !$0.contains(" |") }
            throw Failure(description: errors.prefix(10).joined(separator: "\n"))
        }
        return built
    }
}
