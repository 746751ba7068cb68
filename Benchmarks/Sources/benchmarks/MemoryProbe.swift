import ArgumentParser
import Foundation
import Workloads

/// Runs this program again for each contestant, so that its memory is all that is measured.
struct MemoryProbe {
    private let sizes: String
    private let folder: String

    init(sizes: Sizes, place: Workplace) throws {
        self.sizes = String(decoding: try JSONEncoder().encode(sizes), as: UTF8.self)
        folder = place.folder.path
    }

    func measure(_ request: MemoryRequest) throws -> MemoryUse {
        let process = Process()
        let output = Pipe()
        process.executableURL = try Self.program()
        let request = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        process.arguments = ["measure-memory", "--sizes", sizes, "--folder", folder, request]
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ValidationError("Measuring memory failed: \(request)") }
        return try JSONDecoder().decode(MemoryUse.self, from: data)
    }

    private static func program() throws -> URL {
        let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: path)
    }
}

/// The process of one contestant.
struct MeasureMemory: ParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)

    @Option var sizes: String
    @Option var folder: String
    @Argument var request: String

    func run() throws {
        let decoder = JSONDecoder()
        let sizes = try decoder.decode(Sizes.self, from: Data(sizes.utf8))
        let request = try decoder.decode(MemoryRequest.self, from: Data(request.utf8))
        let use = try request.answer(sizes, Workplace(URL(fileURLWithPath: folder)))
        print(String(decoding: try JSONEncoder().encode(use), as: UTF8.self))
    }
}
