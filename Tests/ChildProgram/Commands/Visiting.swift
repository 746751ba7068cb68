import ClientModels
import SwiftData

/// Uses a store as another process: `visit FILE COMMAND ARGUMENT…`.
@MainActor enum Visiting {
    static func run(_ arguments: [String]) async throws {
        let file = URL(fileURLWithPath: arguments[0])
        switch arguments[1] {
        case "open":
            _ = try ledgerContainer(file).mainContext.fetchCount(FetchDescriptor<Ledger>())
        case "add", "edit", "delete", "reverse":
            let context = ModelContext(try ledgerContainer(file))
            context.author = "neighbour"
            let ledger = try context.fetch(FetchDescriptor<Ledger>()).first
            for number in arguments.dropFirst(2) {
                switch arguments[1] {
                case "add": context.insert(LedgerEntry(writer: "neighbour", number: Int(number) ?? -1, ledger: ledger))
                case "edit": try entry(number, in: context).seen += 1
                case "delete": context.delete(try entry(number, in: context))
                default: ledger?.entries.reverse()
                }
            }
            try context.save()
        case "forget":
            // As "delete", where somebody else may have done so.
            let context = ModelContext(try ledgerContainer(file))
            let wanted = Int(arguments[2]) ?? -1
            try context.delete(model: LedgerEntry.self, where: #Predicate { $0.number == wanted })
        case "alternate":
            // FILE alternate NAME OTHER SECONDS
            let flag = { (name: String) in file.deletingLastPathComponent().appendingPathComponent(name) }
            let alternation = try Alternation(file, name: arguments[2])
            try Data().write(to: flag(arguments[2]))
            let isThere = { FileManager.default.fileExists(atPath: flag(arguments[3]).path) }
            let lines = try await alternation.run(seconds: Double(arguments[4]) ?? 1, afterOther: isThere)
            for line in lines { print(line) }
        case "commit":
            // FILE commit COUNT: the time after each save
            let context = ModelContext(try ledgerContainer(file))
            let ledger = try context.fetch(FetchDescriptor<Ledger>()).first
            for number in 0..<(Int(arguments[2]) ?? 0) {
                usleep(UInt32.random(in: 20_000...60_000))
                let began = now()
                ledger?.title = "\(number)"
                try context.save()
                print("\(number) \(began) \(now())")
            }
        case "watch":
            // FILE watch COUNT: the time when an object of the main context shows each
            let context = try ledgerContainer(file).mainContext
            guard let ledger = try context.fetch(FetchDescriptor<Ledger>()).first else { exit(66) }
            let last = "\((Int(arguments[2]) ?? 0) - 1)"
            FileHandle.standardOutput.write(Data("ready\n".utf8))
            for await title in Observations({ ledger.title }) {
                print("\(title) \(now())")
                if title == last { break }
            }
        case "buy":
            // FILE buy WAY FIRST END
            guard let way = Buying(rawValue: arguments[2]), let first = Int(arguments[3]), let end = Int(arguments[4])
            else {
                exit(64)
            }
            print(try way.run(first..<end, threads: 4, in: shopContainer(file)).line)
        default:
            exit(64)
        }
    }

    /// The time since the machine started, the same for every process.
    private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

    private static func entry(_ number: String, in context: ModelContext) throws -> LedgerEntry {
        let wanted = Int(number) ?? -1
        let descriptor = FetchDescriptor<LedgerEntry>(predicate: #Predicate { $0.number == wanted })
        guard let entry = try context.fetch(descriptor).first else { exit(66) }
        return entry
    }
}
