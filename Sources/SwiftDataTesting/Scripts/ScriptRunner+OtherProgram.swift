import SwiftData
import SwiftDataCore
import SwiftDataSQLite

extension ScriptRunner {
    /// Another program does a step in the store and ends; the contexts of this one are replaced by new ones.
    func runOtherProgram(_ step: ScriptStep, _ former: ReferenceModel) throws {
        func call(_ arguments: [String]) throws -> String? {
            if let callProgram { return try callProgram(container, arguments) }
            guard let path else { throw ScriptDisagreement("another program has no file to open") }
            return try ScriptProgram.call([path] + arguments)
        }
        func row(_ label: Int) throws -> [String] {
            guard let node = former.saved[label], let key = identifiers[label]?.row else {
                throw ScriptDisagreement("\(label) has no row")
            }
            return ["\(node.entity)", "\(key)"]
        }
        switch step {
        case .make(let label, _, let values, _):
            guard case .text(let word)? = values.first, let output = try call(["make", word]),
                let key = Int64(output)
            else { throw ScriptDisagreement("the other program made no row") }
            let topics = try ModelContext(container).fetch(FetchDescriptor<Topic>())
            identifiers[label] = topics.map(\.persistentModelID).first { $0.row == key }
        case .set(let label, let name, let value):
            _ = try call(["set"] + row(label) + [name, value.argument])
        case .delete(let label):
            let isRefused = try call(["delete"] + row(label)) == nil
            guard isRefused == (former.saved == reference.saved) else {
                throw ScriptDisagreement("the other program's deletion was \(isRefused ? "" : "not ")refused")
            }
        default: return
        }
        renewContexts()
        forgetIdentifiers()
        try compareStore()
    }
}
