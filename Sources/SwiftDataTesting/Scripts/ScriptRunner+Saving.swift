import SwiftData

/// The error of a transaction that fails in the middle.
private struct TransactionFailure: Error {}

extension ScriptRunner {
    /// Saves, and checks that the error names the obstacle.
    func save(_ problem: ReferenceModel.Problem?, _ act: () throws -> Void) throws {
        guard try !refusal(problem, act) else { return }
        try takeOver()
    }

    func autosave(_ problem: ReferenceModel.Problem?) throws {
        active.context.autosaveEnabled = true
        active.context.processPendingChanges()
        active.context.autosaveEnabled = false
        if problem == nil { try takeOver() }
    }

    func transaction(_ steps: [ScriptStep], _ fails: Bool, _ former: ReferenceModel) throws {
        var model = former
        let steps = model.steps(steps)
        let act = {
            try self.active.context.transaction {
                for step in steps { try self.perform(step, former) }
                if fails { throw TransactionFailure() }
            }
        }
        guard fails else { return try save(model.problem, act) }
        do {
            try act()
        } catch is TransactionFailure {
            return
        }
        throw ScriptDisagreement("a transaction that throws succeeded")
    }

    /// Runs an act. True if it is refused, as it must be where there is a problem.
    func refusal(_ problem: ReferenceModel.Problem?, _ act: () throws -> Void) throws -> Bool {
        do {
            try act()
        } catch let error as StoreError {
            switch (problem, error.code) {
            case (.denied, .deleteDenied), (.invalid, .validation), (.clash, .constraint): return true
            default: throw ScriptDisagreement("a save threw: \(error)")
            }
        }
        if let problem { throw ScriptDisagreement("a save succeeded, though the changes are \(problem)") }
        return false
    }

    /// Takes note of the identifiers after a save.
    private func takeOver() throws {
        guard !active.context.hasChanges else { throw ScriptDisagreement("hasChanges after save") }
        for (label, node) in reference.view.nodes where node.state == .alive {
            if let known = identifiers[label] {
                guard let model = active.held(label) else { continue }
                guard model.persistentModelID == known else {
                    throw ScriptDisagreement("the identifier of \(label) changed at a save")
                }
            } else {
                let identifier = try active.model(label, self).persistentModelID
                guard identifier.storeIdentifier != nil else {
                    throw ScriptDisagreement("\(label) was saved and has a temporary identifier")
                }
                identifiers[label] = identifier
            }
        }
        for (newcomer, label) in reference.joined.sorted(by: { $0.key < $1.key }) {
            try compareNewcomer(newcomer, with: label)
        }
        forgetIdentifiers()
    }

    func forgetIdentifiers() {
        for label in Array(identifiers.keys) where reference.saved[label] == nil { identifiers[label] = nil }
        active.know(identifiers)
    }

    /// A new object that turned out to be another stands for it from then on, and is in no context as long as the
    /// program holds the other.
    private func compareNewcomer(_ newcomer: Int, with label: Int) throws {
        guard let model = active.held(newcomer), let identifier = identifiers[label] else { return }
        let isOnly = active.held(label) == nil
        active.forget(newcomer)
        guard model.persistentModelID == identifier else {
            throw ScriptDisagreement("\(newcomer) was to be \(label), and has another identifier")
        }
        if isOnly {
            if model.modelContext != nil { active.adopt(model, label) }
        } else if model.modelContext != nil {
            throw ScriptDisagreement("\(newcomer) turned out to be \(label), and is in a context beside it")
        }
        guard let node = reference.view.nodes[label] else { return }
        for (index, attribute) in (doors.attributes[node.entity] ?? []).enumerated() {
            guard attribute.read(model) == node.values[index] else {
                throw ScriptDisagreement("\(newcomer) turned out to be \(label), and does not read as it does")
            }
        }
    }
}
