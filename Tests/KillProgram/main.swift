// Writes, reads, migrates and backs up a store in processes that are killed, and checks what is left.
//
// Usage: `KillProgram rounds COUNT SEED`, which runs the others as processes of their own, and ends with a line
// `row|kills|ROUNDS|FINDINGS|LOST`.
import Foundation
import SwiftData

let arguments = Array(CommandLine.arguments.dropFirst())

func work() throws {
    let path = arguments[1]
    let isSecond = arguments[2] == "2"
    switch arguments[0] {
    case "write":
        let seed = UInt64(arguments[3]) ?? 0
        let container = try container(path, isSecond: isSecond)
        if isSecond {
            var writer = try Writer(container, SecondVersion.Ledger.self, SecondVersion.Parcel.self)
            try writer.run(seed: seed, count: 400)
        } else {
            var writer = try Writer(container, FirstVersion.Ledger.self, FirstVersion.Parcel.self)
            try writer.run(seed: seed, count: 400)
        }
    case "read":
        let container = try container(path, isSecond: isSecond, allowsSave: false)
        if isSecond {
            try Reader(container, SecondVersion.Parcel.self).run(count: 3)
        } else {
            try Reader(container, FirstVersion.Parcel.self).run(count: 3)
        }
    case "migrate":
        _ = try container(path, isSecond: true)
        say("migrated")
    case "backup":
        try container(path, isSecond: isSecond).backup(to: URL(fileURLWithPath: arguments[3]))
        say("backed up")
    default:
        exit(64)
    }
}

if arguments.count >= 2, arguments[0] == "rounds" {
    let seed = arguments.count > 2 ? UInt64(arguments[2]) : nil
    var rounds = try Rounds(count: Int(arguments[1]) ?? 200, seed: seed ?? UInt64.random(in: 1...999_999))
    exit(try rounds.run() ? 0 : 1)
}
guard arguments.count >= 3 else { exit(64) }
do {
    try work()
} catch {
    say("error \(error)")
    exit(3)
}
