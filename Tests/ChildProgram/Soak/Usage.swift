import Foundation
import SystemCalls
import Synchronization

/// The resources that a program uses at one moment.
struct Usage {
    let memory: Int
    /// Bytes that are allocated and not freed. Resident memory has beside them what the allocator keeps for later.
    let allocated: Int
    /// Open descriptors beyond those that the program was given when it was started.
    let descriptors: Int
    let temporaryFiles: Int
    let models: Int
    let log: Int

    /// The descriptors that are open when this is first read. A test that starts the program gives it those of all tests that run
    /// beside it, such as connections to servers.
    static let inherited = count(in: "/proc/self/fd")

    init(_ place: Place) {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        memory = (pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
        allocated = Int(allocated_bytes())
        descriptors = Self.count(in: "/proc/self/fd") - Self.inherited
        temporaryFiles = Self.count(in: place.temporary.path)
        models = livingModels.load(ordering: .relaxed)
        log = Self.size(of: place.store.path + "-wal")
    }

    static func count(in folder: String) -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }

    static func size(of path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// The bounds that are passed, as lines to print.
    var passed: [String] {
        let table: [(String, Int, Int)] = [
            ("resident memory in bytes", memory, Bounds.memory), ("descriptors", descriptors, Bounds.descriptors),
            ("temporary files", temporaryFiles, Bounds.temporaryFiles), ("models in memory", models, Bounds.models),
            ("bytes in the -wal", log, Bounds.log),
        ]
        return table.filter { $0.1 > $0.2 }.map { "\($0.0): \($0.1), at most \($0.2)" }
    }
}
