package import Foundation
package import SwiftData
import SwiftDataSQLite

/// The work of another program on the store of a script, and the way in which a script runs it.
package enum ScriptProgram {
    /// The program, beside the one that runs.
    package static var file: URL? {
        guard let folder = Bundle.main.executableURL?.deletingLastPathComponent() else { return nil }
        let file = folder.appendingPathComponent("ChildProgram")
        return FileManager.default.isExecutableFile(atPath: file.path) ? file : nil
    }

    private static let refused: Int32 = 3

    /// The program itself: `ChildProgram script FILE` and the arguments of ``perform(_:in:)``. It prints the answer.
    package static func main(_ arguments: [String]) -> Int32 {
        guard arguments.count > 3 else { return 64 }
        do {
            let configuration = ModelConfiguration(url: URL(fileURLWithPath: arguments[1]))
            let container = try ModelContainer(for: schema, configurations: [configuration])
            guard let answer = try perform(Array(arguments[2...]), in: container) else { return refused }
            if !answer.isEmpty { print(answer) }
            return 0
        } catch {
            print(error)
            return 1
        }
    }

    /// The models of scripts.
    package static var schema: Schema { Schema(ScriptDoors.types) }

    /// Does a step in a context of its own: `set ENTITY ROW NAME VALUE`, `delete ENTITY ROW`, or `make TEXT`, which makes a topic.
    /// - Returns: The row that was made, an empty text for other steps, or nil where the store refuses.
    /// - Throws: The error of the store; ``ScriptDisagreement`` for a row that is not there.
    package static func perform(_ arguments: [String], in container: ModelContainer) throws -> String? {
        do {
            return try perform(arguments, ModelContext(container))
        } catch let error as StoreError where error.code == .deleteDenied || error.code == .validation {
            return nil
        }
    }

    private static func perform(_ arguments: [String], _ context: ModelContext) throws -> String {
        let (verb, arguments) = (arguments.first, Array(arguments.dropFirst()))
        if verb == "make", let word = arguments.first {
            let topic = Topic(word: word)
            context.insert(topic)
            try context.save()
            return "\(topic.persistentModelID.row ?? 0)"
        }
        let doors = ScriptDoors()
        guard arguments.count > 1, let entity = ScriptEntity(rawValue: arguments[0]),
            let model = try doors.fetch(entity, context).first(where: {
                "\($0.persistentModelID.row ?? 0)" == arguments[1]
            })
        else { throw ScriptDisagreement("there is no \(arguments)") }
        if verb == "delete" {
            doors.delete(model, context)
        } else if arguments.count > 3, let index = entity.attribute(arguments[2]),
            let value = ScriptValue(argument: arguments[3])
        {
            doors.attributes[entity]?[index].write(model, value)
        }
        try context.save()
        return ""
    }

    /// Runs the program; a process that `Foundation.Process` starts may not be seen to end while other processes are
    /// started.
    /// - Returns: Its output, or nil where the store refused.
    static func call(_ arguments: [String]) throws -> String? {
        guard let file else { throw ScriptDisagreement("ChildProgram is not beside this program") }
        let command = ([file.path, "script"] + arguments).map { "'" + $0 + "'" }.joined(separator: " ")
        guard let stream = popen(command, "r") else { throw POSIXError(.ECHILD) }
        var output = Data()
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            if count == 0 { break }
            output.append(contentsOf: buffer[..<count])
        }
        let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        switch pclose(stream) >> 8 {
        case 0: return text
        case refused: return nil
        case let status: throw ScriptDisagreement("the other program ended with \(status): \(text)")
        }
    }
}

extension ScriptValue {
    /// The value as an argument of a program.
    var argument: String {
        switch self {
        case .nothing: "n"
        case .text(let text): "t" + text
        case .integer(let integer): "i\(integer)"
        case .real(let real): "r\(real)"
        }
    }

    init?(argument: String) {
        let text = String(argument.dropFirst())
        switch argument.first {
        case "n": self = .nothing
        case "t": self = .text(text)
        case "i": self = .integer(Int(text) ?? 0)
        case "r": self = .real(Double(text) ?? 0)
        default: return nil
        }
    }
}
