import Foundation
import TestSupport

/// The compiler of the toolchain, with the modules and the macros that the tests were built with.
struct Compiler: Sendable {
    let url: URL
    let arguments: [String]

    /// Nil where there is no compiler, or where the build system lays its products out in another way.
    static let current = Compiler()

    private init?() {
        guard let toolchain = Toolchain() else { return nil }
        url = toolchain.compiler
        arguments = toolchain.arguments
    }

    /// Compiles up to the point where every message of the compiler is known: past the type checker, since the rules
    /// of initialisation and of isolated regions are checked after it.
    func compile(_ program: SourceProgram, languageMode: String) async throws -> CompilerReport {
        try await Slots.compilers.withSlot {
            let output = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
            defer { try? FileManager.default.removeItem(at: output) }
            let status = try await run(
                arguments + program.flags + [
                    "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-module-name", "Program",
                    "-package-name", "program", "-diagnostic-style", "llvm", "-no-color-diagnostics",
                    "-swift-version", languageMode, program.url.path,
                ],
                output: output
            )
            let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
            return CompilerReport(
                status: status,
                output: text,
                diagnostics: Diagnostic.all(in: text, about: program.url.path)
            )
        }
    }

    /// Runs the compiler without holding a thread for as long as it takes.
    private func run(_ arguments: [String], output: URL) async throws -> Int32 {
        try Data().write(to: output)
        let handle = try FileHandle(forWritingTo: output)
        defer { try? handle.close() }
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.standardOutput = handle
        process.standardError = handle
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}
