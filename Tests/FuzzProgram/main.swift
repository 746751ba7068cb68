import CLibFuzzer
import Foundation
import FuzzTargets

// Runs one target of Tests/ReliabilityTests/Fuzz/Targets with libFuzzer. `FUZZ_TARGET` names it; the arguments are those of libFuzzer.
//
// FuzzProgram --targets             prints the names of the targets
// FuzzProgram --seeds FOLDER        writes the target's seeds into a folder
// FuzzProgram --describe FILE...    prints a line about each input, which Scripts/fuzz-oracle compares

/// Ends the program with a message.
func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(status)
}

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--targets" {
    for target in FuzzTarget.allCases { print(target.rawValue) }
    exit(0)
}
guard let target = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "") else {
    fail("FUZZ_TARGET names no target; --targets lists them.", status: 2)
}
do {
    switch arguments.first {
    case "--seeds":
        let folder = URL(fileURLWithPath: arguments.count > 1 ? arguments[1] : ".")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, seed) in try target.seeds().enumerated() {
            try seed.write(to: folder.appending(path: "seed-\(index)"))
        }
        exit(0)
    case "--describe":
        for path in arguments.dropFirst() {
            print(target.describe(try Data(contentsOf: URL(fileURLWithPath: path))))
        }
        exit(0)
    default: break
    }
} catch {
    fail("\(error)", status: 1)
}

Running.target = target
var count = CommandLine.argc
var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&count, &values) { checkInput($0, $1) })
