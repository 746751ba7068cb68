import ArgumentParser

/// `openswiftdata compact`
struct CompactCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "compact",
        abstract: "Releases unused space of a store, and moves its -wal into the file.",
        discussion: """
            This writes the store. Pages that are free are cut off; with --full, or where the file was not made to be \
            cut, the whole file is written anew. Rows, keys and the history stay as they are.
            """
    )

    @Argument(help: "The store. It is written.")
    var store: String

    @Flag(help: "Write the whole file anew, in order.")
    var full = false

    @Flag(help: "Print JSON for programs.")
    var json = false

    func execute(_ console: Console) throws {
        let compaction = try StoreCompaction(of: store, full: full)
        if json {
            console.print(
                .members([
                    "store": .string(store),
                    "isRewritten": .boolean(compaction.isRewritten),
                    "before": Self.json(compaction.before),
                    "after": Self.json(compaction.after),
                ])
            )
            return
        }
        var table = TextTable(.text(""), .number("Before"), .number("After"))
        let (before, after) = (compaction.before, compaction.after)
        table.add("File", ByteCount.text(ifKnown: before.file), ByteCount.text(ifKnown: after.file))
        table.add(
            "-wal",
            ByteCount.text(ifKnown: before.writeAheadLog),
            ByteCount.text(ifKnown: after.writeAheadLog)
        )
        table.add("Free pages", "\(before.freePages)", "\(after.freePages)")
        for line in table.lines { console.print(line) }
    }

    private static func json(_ sizes: StoreCompaction.Sizes) -> JSONValue {
        .members([
            "fileSize": .integer(ifKnown: sizes.file), "walSize": .integer(ifKnown: sizes.writeAheadLog),
            "freePageCount": .integer(sizes.freePages),
        ])
    }
}
