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
        let command = [
            "-c", #"exec "$0" "$@" 2>&1"#, url.path, "-emit-sil", "-o", "/dev/null", "-parse-as-library",
            "-module-name", "Program", "-package-name", "program", "-diagnostic-style", "llvm",
            "-no-color-diagnostics", "-swift-version", languageMode, program.url.path,
        ]
        let beside = program.filesBeside.map(\.path)
        // Several files have one output only as a whole module.
        let files = beside.isEmpty ? [] : beside + ["-whole-module-optimization"]
        let (text, status) = try await ChildProcess.runAside("/bin/sh", command + files + arguments + program.flags)
        return CompilerReport(
            status: status,
            output: text,
            diagnostics: Diagnostic.all(in: text, about: program.url.path)
        )
    }
}
