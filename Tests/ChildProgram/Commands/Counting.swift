import ClientModels
import SwiftData
import SystemCalls

/// Counts in a row that other processes count in too: `count FILE NUMBER TASKS`. Uses a container after a fork: `count FILE
/// fork`. Calls while the system has no thread to give: `count FILE threadless`. Serves many requests at once, and prints by how many milliseconds a task that ticks was late: `count FILE load`.
enum Counting {
    static func run(_ arguments: [String]) async throws {
        let container = try shopContainer(URL(fileURLWithPath: arguments[0]))
        guard arguments.count == 3, let number = Int(arguments[1]), let tasks = Int(arguments[2]) else {
            return switch arguments.last {
            case "load": try await serve(container)
            case "threadless": try await useWithoutThreads(container)
            default: try await useAfterFork(container)
            }
        }
        container.contextLimits.wait = .seconds(3_600)
        container.contextLimits.total = nil
        try await withThrowingTaskGroup { group in
            for task in 0..<tasks {
                group.addTask {
                    for _ in stride(from: task, to: number, by: tasks) {
                        try await container.write { try $0.fetch(FetchDescriptor<ShopBook>()).first?.stock += 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        print(number)
    }

    /// 200 requests on four contexts, three of four of which read and one of which counts up. Each blocks its thread for
    /// another 5 ms.
    private static func serve(_ container: ModelContainer) async throws {
        container.contextLimits = ModelContainer.ContextLimits(contexts: 4, wait: .seconds(3_600), total: nil)
        try await container.write { $0.insert(ShopBook(title: "A", stock: 0)) }
        let ticking = Task.detached(priority: .high) {
            var most = Duration.zero
            while !Task.isCancelled {
                let due = ContinuousClock.now + .milliseconds(5)
                try? await Task.sleep(until: due, clock: .continuous)
                most = max(most, ContinuousClock.now - due)
            }
            return most
        }
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    if number.isMultiple(of: 4) {
                        try await container.write { context in
                            try context.fetch(FetchDescriptor<ShopBook>()).first?.stock += 1
                            Thread.sleep(forTimeInterval: 0.005)
                        }
                    } else {
                        try await container.read { context in
                            guard try context.fetchCount(FetchDescriptor<ShopBook>()) == 1 else { exit(65) }
                            Thread.sleep(forTimeInterval: 0.005)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        ticking.cancel()
        print(await ticking.value / .milliseconds(1))
    }

    private static func useAfterFork(_ container: ModelContainer) async throws {
        try await container.write { $0.insert(ShopBook(title: "A", stock: 1)) }
        print("parent", try await count(container))
        fflush(nil)
        let child = forking_fork()
        if child == 0 {
            print("read", await outcome { try await count(container) })
            print("write", await outcome { try await container.write { _ in 0 } })
            fflush(nil)
            forking_exit(0)
        }
        print("child", forking_wait(child))
        print("parent", try await count(container))
    }

    /// A limit of the address space, in which no stack of a thread has room.
    private static func useWithoutThreads(_ container: ModelContainer) async throws {
        #if os(Linux)
            try await container.write { $0.insert(ShopBook(title: "A", stock: 1)) }
            let other = try shopContainer(URL(fileURLWithPath: CommandLine.arguments[2]))
            other.contextLimits.contexts = 1
            print("first", await outcome { try await count(container) })
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[0]
            var limit = rlimit()
            guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, let size = UInt(pages) else {
                exit(65)
            }
            let former = limit.rlim_cur
            limit.rlim_cur = size * UInt(getpagesize()) + 4 << 20
            guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { exit(65) }
            // The thread of the first container is there.
            print("kept", await outcome { try await count(container) })
            print("new", await outcome { try await count(other) })
            print("again", await outcome { try await count(other) })
            limit.rlim_cur = former
            guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { exit(65) }
            print("freed", await outcome { try await count(other) })
        #endif
    }

    private static func count(_ container: ModelContainer) async throws -> Int {
        try await container.read { try $0.fetchCount(FetchDescriptor<ShopBook>()) }
    }

    private static func outcome(_ body: () async throws -> Int) async -> String {
        do {
            return "\(try await body())"
        } catch let error as StoreError {
            return "\(error.code)"
        } catch {
            return "\(error)"
        }
    }
}
