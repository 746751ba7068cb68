import ArgumentParser
import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// `openswiftdata restore`
struct RestoreCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Puts a backup in the place of a store.",
        discussion: """
            This writes the store, or makes it where there is none. No program may have it open. After a crash, the store is \
            the one that was there or the one of the backup. --keep copies the store that is replaced to a new folder \
            first.

              openswiftdata restore BACKUP STORE
              openswiftdata restore BACKUP STORE --keep replaced
            """
    )

    @Argument(help: "A folder that backup has made, or the file of a store.", completion: .file())
    var backup: String

    @Argument(help: "The store. It is replaced.", completion: .file())
    var store: String

    @Option(help: ArgumentHelp("Copy the store that is replaced to a new folder.", valueName: "folder"))
    var keep: String?

    @Flag(help: "Print JSON for programs.")
    var json = false

    @OptionGroup var progress: ProgressArguments

    func execute(_ console: Console) throws {
        let restore = try StoreRestore(from: backup, to: store, keeping: keep)
        let bar = progress.bar("Restoring", console)
        let missing: [String]
        do {
            defer { bar.finish() }
            missing = try restore.run { done, total in bar.show(total > 0 ? Double(done) / Double(total) : 1) }
        }
        if json {
            console.print(
                .members([
                    "backup": .string(restore.backup), "store": .string(restore.store), "kept": .text(keep),
                    "missingFiles": .strings(missing),
                ])
            )
        } else {
            console.print("\(TextTable.printable(store)) was restored from \(TextTable.printable(restore.backup)).")
            for name in missing { console.print("- The file \(name) of a large value is missing in the backup.") }
        }
        if !missing.isEmpty { throw ExitCode.failure }
    }
}
