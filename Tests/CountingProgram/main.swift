// Counts what the library allocates, and how many statements SQLite compiles for it.
//
// Usage: `CountingProgram [--json | --write]`
//
// With a status of 1 where a limit is exceeded or missing, unless the output is for programs.
import Foundation

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("counting-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let measured = Result { try Measurements.make(in: folder) }
try FileManager.default.removeItem(at: folder)
let measurements = try measured.get()
switch CommandLine.arguments.dropFirst().first {
case "--json":
    print(try measurements.json())
case "--write":
    print(measurements.table())
    if measurements.isCounted { print("\nThe limits are in \(try measurements.writeLimits().path).") }
default:
    print(measurements.table())
    let complaints = measurements.complaints
    for complaint in complaints { FileHandle.standardError.write(Data("\(complaint)\n".utf8)) }
    if !complaints.isEmpty { exit(1) }
}
