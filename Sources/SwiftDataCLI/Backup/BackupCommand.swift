import ArgumentParser
import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// `openswiftdata backup`
struct BackupCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies a store with its large values, also while other programs write it.",
        discussion: """
            The copy is a new folder with a file of the store's name: the store as it was at one moment. It appears when \
            it is complete and on the disk. The store is only read.

              openswiftdata backup STORE monday

            Exit code: 0 where everything is copied; 1 where files of large values are missing in the store, or where no \
            copy is made.
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "A new folder for the copy.", completion: .directory)
    var folder: String

    @OptionGroup var progress: ProgressArguments

    func execute(_ console: Console) throws {
        try StorePath.check(arguments.store)
        let bar = progress.bar("Copying", console)
        let copy: (file: String, lost: [String])
        do {
            defer { bar.finish() }
            copy = try StoreBackup.copyStore(at: arguments.store, to: folder) { done, total in
                bar.show(total > 0 ? Double(done) / Double(total) : 1)
            }
        }
        if arguments.json {
            console.print(
                .members([
                    "store": .string(arguments.store), "copy": .string(copy.file), "missingFiles": .strings(copy.lost),
                ])
            )
        } else {
            console.print("\(TextTable.printable(arguments.store)) is copied to \(TextTable.printable(copy.file)).")
            for name in copy.lost { console.print("- The file \(name) of a value is missing.") }
        }
        if !copy.lost.isEmpty { throw ExitCode.failure }
    }
}
