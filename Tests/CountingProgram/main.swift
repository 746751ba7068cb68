// Counts what the library allocates, and how many statements SQLite compiles for it.
//
// Usage: `CountingProgram [--json | --limits]`
import Foundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("counting-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let measurements = Result { try Measurements.make(in: folder) }
try FileManager.default.removeItem(at: folder)
switch CommandLine.arguments.dropFirst().first {
case "--json": print(try measurements.get().json())
case "--limits": print(try measurements.get().limits())
default: print(try measurements.get().table())
}
