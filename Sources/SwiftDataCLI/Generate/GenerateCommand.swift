import ArgumentParser
import Foundation
import SwiftDataModelSource

/// `openswiftdata generate`
struct GenerateCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes Swift @Model classes from a model of Core Data, or from a store.",
        discussion: """
            Reads .xcdatamodeld, .xcdatamodel, .momd, .mom, and the files of stores that SwiftData or Core Data wrote. \
            The source goes to the standard output, or to the file that --output names.

            A model of several versions becomes an enum for each version, with a plan that migrates a store from any of \
            them; --versions current writes the classes of the current version alone.

            Parts of the model that Swift cannot express are listed in a comment of the source and in messages.
            """
    )

    @Argument(help: "A model or a store. It is only read.", completion: .file())
    var model: String

    @Option(name: [.short, .long], help: "The file to write. It must not exist, unless --overwrite is given.")
    var output: String?

    @Flag(help: "Replace the file that --output names.")
    var overwrite = false

    @Option(help: "The versions of the model to write.")
    var versions = GenerationOptions.Versions.all

    @Option(help: "The version that the app uses, instead of the current version of the model.")
    var current: String?

    @Option(help: "The access level of the classes.")
    var access = GenerationOptions.Access.internal

    @Flag(name: [.short, .long], help: "Print errors only.")
    var quiet = false

    func validate() throws {
        if overwrite, output == nil { throw ValidationError("--overwrite needs --output.") }
    }

    func execute(_ console: Console) throws {
        var source = try ModelSource.read(URL(filePath: model))
        if let current { try source.select(version: current) }
        let generated = try source.swift(GenerationOptions(access: access, versions: versions))
        if let output {
            try write(generated.text, to: URL(filePath: output))
        } else {
            console.output(generated.text)
        }
        guard !quiet else { return }
        for notice in generated.notices { console.messages("\(notice)\n") }
    }

    private func write(_ text: String, to file: URL) throws {
        guard overwrite || !FileManager.default.fileExists(atPath: file.path) else {
            throw ToolFailure("There is already a file \(file.path); --overwrite replaces it.")
        }
        try Data(text.utf8).write(to: file, options: .atomic)
    }
}

extension GenerationOptions.Versions: ExpressibleByArgument {}
extension GenerationOptions.Access: ExpressibleByArgument {}
