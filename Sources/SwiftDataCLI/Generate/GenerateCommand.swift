import ArgumentParser
import Foundation
import SwiftDataCore
import SwiftDataModelSource

/// `openswiftdata generate`.
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes Swift @Model classes from a model of Core Data, or from a store.",
        discussion: """
            Reads .xcdatamodeld, .xcdatamodel, .momd, .mom, and the files of stores that SwiftData or Core Data wrote. \
            The source goes to the standard output, or to the file that --output names.

            A model of several versions becomes an enum for each version, with a plan that migrates a store from any of \
            them; --versions current writes the classes of the current version alone.

            What the model says and Swift does not is told on the standard error, and in a comment of the source. \
            docs/core-data-models.md lists what becomes what.
            """
    )

    @Argument(help: "A model or a store.", completion: .file())
    var model: String

    @Option(name: .shortAndLong, help: "The file to write. It must not exist, unless --overwrite is given.")
    var output: String?

    @Flag(help: "Replace the file that --output names.")
    var overwrite = false

    @Option(help: "Which versions of the model to write.")
    var versions = GenerationOptions.Versions.all

    @Option(help: "The access level of the classes.")
    var access = GenerationOptions.Access.internal

    @Flag(help: "Say nothing on the standard error but errors.")
    var quiet = false

    func validate() throws {
        if overwrite, output == nil { throw ValidationError("--overwrite needs --output.") }
    }

    func run() throws {
        let source = try PlainFailure.from { try ModelSource.read(URL(filePath: model)) }
        let generated = try PlainFailure.from {
            try source.swift(GenerationOptions(access: access, versions: versions))
        }
        if let output {
            try write(generated.text, to: URL(filePath: output))
        } else {
            print(generated.text, terminator: "")
        }
        guard !quiet else { return }
        for notice in generated.notices {
            FileHandle.standardError.write(Data("\(notice)\n".utf8))
        }
    }

    private func write(_ text: String, to file: URL) throws {
        var options: Data.WritingOptions = overwrite ? [.atomic] : [.withoutOverwriting]
        let exists = FileManager.default.fileExists(atPath: file.path)
        guard overwrite || !exists else {
            throw PlainFailure("There is something at \(file.path) already; --overwrite replaces it.")
        }
        if !exists { options = [.atomic] }
        do {
            try Data(text.utf8).write(to: file, options: options)
        } catch {
            throw PlainFailure("\(file.path) cannot be written.")
        }
    }
}

extension GenerationOptions.Versions: ExpressibleByArgument {}
extension GenerationOptions.Access: ExpressibleByArgument {}
