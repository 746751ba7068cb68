import SystemCalls
import SwiftData

@Model
final class Item {
    var name: String
    init(name: String) { self.name = name }
}

/// Opens a store in ways that concern its whole process: `open WAY FILE`.
enum Opening {
    /// Held until the end of the process, which releases no global.
    nonisolated(unsafe) private static var kept: ModelContainer?

    static func run(_ arguments: [String]) throws {
        let file = URL(fileURLWithPath: arguments[1])
        switch arguments[0] {
        case "fork": try useAfterFork(file)
        case "limit": try openToTheLimit(file)
        case "global":
            kept = try open(file, allowsSave: false)
            print(try kept.map { try count(ModelContext($0)) } ?? "none")
        case "descriptors":
            let container = try open(file)
            print(try descriptors(in: file.deletingLastPathComponent()).count)
            _ = try count(ModelContext(container))
            print(try descriptors(in: file.deletingLastPathComponent()).count)
        case "wait":
            kept = try open(file, allowsSave: false)
            print(try kept.map { try count(ModelContext($0)) } ?? "none")
            fflush(nil)
            _ = readLine()
        case "fill":
            let context = ModelContext(try open(file))
            for number in 1...3 { context.insert(Item(name: "\(number)")) }
            try context.save()
        default: throw CocoaError(.featureUnsupported)
        }
    }

    private static func open(_ file: URL, allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(for: Item.self, configurations: ModelConfiguration(url: file, allowsSave: allowsSave))
    }

    /// Returns the outcome of some work: its result, or the code of its error.
    private static func outcome(_ body: () throws -> String) -> String {
        do {
            return try body()
        } catch let error as StoreError {
            return "\(error.code)"
        } catch {
            return "\(error)"
        }
    }

    private static func count(_ context: ModelContext) throws -> String {
        "\(try context.fetchCount(FetchDescriptor<Item>()))"
    }

    /// The open descriptors of files in a folder.
    private static func descriptors(in folder: URL) throws -> [String] {
        let files = FileManager.default
        return try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
            let target = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
            return target.flatMap { $0.hasPrefix(folder.path) ? $0 : nil }
        }
    }

    /// Uses the container of the parent in a process that has been forked.
    private static func useAfterFork(_ file: URL) throws {
        var container: ModelContainer? = try open(file)
        var context: ModelContext? = container.map { ModelContext($0) }
        context?.insert(Item(name: "one"))
        try context?.save()
        let identifiers = try context?.fetchIdentifiers(FetchDescriptor<Item>()) ?? []
        var fresh: ModelContext? = container.map { ModelContext($0) }
        var fault = fresh?.model(for: identifiers[0]) as? Item
        fflush(nil)
        let child = forking_fork()
        if child == 0 {
            print("fetch", outcome { try count(context!) })
            context?.insert(Item(name: "two"))
            print(
                "save",
                outcome {
                    try context?.save()
                    return "saved"
                }
            )
            print("pending", context?.hasChanges ?? false)
            print("fault", fault?.name ?? "none", fresh?.readFailures.count ?? 0)
            print("open", outcome { try count(ModelContext(open(file))) })
            print("read", outcome { try count(ModelContext(open(file, allowsSave: false))) })
            fault = nil
            fresh = nil
            context = nil
            container = nil
            print("open after the release", outcome { try count(ModelContext(open(file))) })
            fflush(nil)
            forking_exit(0)
        }
        print("child", forking_wait(child))
        context?.insert(Item(name: "three"))
        try context?.save()
        print("parent", try fresh.map { try count($0) } ?? "none", fault?.name ?? "none")
    }

    /// Opens stores until the system gives no more descriptors.
    private static func openToTheLimit(_ file: URL) throws {
        guard forking_limit_descriptors(64) == 0 else { throw CocoaError(.featureUnsupported) }
        var containers: [ModelContainer] = []
        while containers.count < 64 {
            do {
                containers.append(try open(file.appendingPathExtension("\(containers.count)")))
            } catch {
                print(error)
                break
            }
        }
        // What is open goes on working.
        let context = ModelContext(containers[0])
        context.insert(Item(name: "one"))
        try context.save()
        print("saved", try count(context))
    }
}
