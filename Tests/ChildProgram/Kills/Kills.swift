import Foundation
import SwiftData

/// Writes, reads, migrates and backs up a store in processes that are killed, and checks what is left.
///
/// `kills rounds COUNT [SEED]` runs the other commands as processes of their own, and ends with a line
/// `row|kills|ROUNDS|FINDINGS|LOST`. Those are `kills write|read|migrate|backup FILE VERSION [SEED|FOLDER]`.
enum Kills {
    /// - Returns: The status of the program.
    static func run(_ arguments: [String]) throws -> Int32 {
        if arguments.count >= 2, arguments[0] == "rounds" {
            let seed = arguments.count > 2 ? UInt64(arguments[2]) : nil
            var rounds = try KillRounds(count: Int(arguments[1]) ?? 200, seed: seed ?? UInt64.random(in: 1...999_999))
            return try rounds.run() ? 0 : 1
        }
        guard arguments.count >= 3 else { return 64 }
        do {
            return try work(arguments) ? 0 : 64
        } catch {
            say("error \(error)")
            return 3
        }
    }

    /// - Returns: False if there is no such command.
    private static func work(_ arguments: [String]) throws -> Bool {
        let path = arguments[1]
        let isSecond = arguments[2] == "2"
        switch arguments[0] {
        case "write":
            let seed = UInt64(arguments[3]) ?? 0
            let container = try container(path, isSecond: isSecond)
            if isSecond {
                var writer = try ParcelWriter(container, SecondVersion.Ledger.self, SecondVersion.Parcel.self)
                try writer.run(seed: seed, count: 400)
            } else {
                var writer = try ParcelWriter(container, FirstVersion.Ledger.self, FirstVersion.Parcel.self)
                try writer.run(seed: seed, count: 400)
            }
        case "read":
            let container = try container(path, isSecond: isSecond, allowsSave: false)
            if isSecond {
                try ParcelReader(container, SecondVersion.Parcel.self).run(count: 3)
            } else {
                try ParcelReader(container, FirstVersion.Parcel.self).run(count: 3)
            }
        case "migrate":
            _ = try container(path, isSecond: true)
            say("migrated")
        case "backup":
            try container(path, isSecond: isSecond).backup(to: URL(fileURLWithPath: arguments[3]))
            say("backed up")
        default: return false
        }
        return true
    }
}
