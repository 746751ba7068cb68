import FaultyVFS
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite

/// One run of a script, amid which a call may fail.
///
/// After an error nothing fails any more: what failed is tried again, and has to succeed.
final class Trial {
    private let workplace: Workplace
    private let folder: URL
    private let steps: [Step]
    private let files: FaultyFiles
    /// The number of steps that have been done.
    private(set) var position = 0
    private(set) var problems: [String] = []
    /// Set where the states that are expected are not those of the script.
    private let isFilling: Bool
    /// True if each statement and error is printed.
    var isVerbose = false
    /// Is called when the stores are open, with connections that have read.
    var willPerform: (() -> Void)?

    init(_ workplace: Workplace, _ folder: URL, steps: [Step]? = nil, files: FaultyFiles = FaultyFiles()) {
        self.workplace = workplace
        self.folder = folder
        self.steps = steps ?? workplace.script.steps
        self.files = files
        isFilling = steps != nil
        if isFilling { try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    }

    /// True if all steps have been done.
    var isDone: Bool { position == max(steps.count, workplace.script.whole == nil ? 0 : 1) }

    /// The states that the stores may be in now.
    var allowed: [Int] { Array(Set([position, min(position + 1, workplace.states.count - 1)])).sorted() }

    func run() {
        var settings = ConnectionSettings(busyTimeout: 0.05, watching: .off)
        settings.files = files
        if isVerbose { settings.statementObserver = { print("  after call \(faulty_calls()): \($0)") } }
        ConnectionSettings.$ordinary.withValue(settings) {
            if let whole = workplace.script.whole {
                commit(0) { attempt("the call") { try whole.run(folder) } != nil }
            } else {
                perform()
            }
        }
    }

    private func perform() {
        let count = workplace.script.storeCount
        guard let session = attempt("opening", { try Session(folder, storeCount: count) }) else { return }
        if let willPerform {
            guard attempt("reading", { try session.another().states(count) }) != nil else { return }
            willPerform()
        }
        for (index, step) in steps.enumerated() {
            guard commit(index, { perform(step, session) }) else { break }
        }
        do { try session.close() } catch { note(error, "closing") }
    }

    @discardableResult private func commit(_ index: Int, _ body: () -> Bool) -> Bool {
        faulty_journal_add(faulty_event_mark, "begun", Int64(index), nil, 0)
        guard body() else { return false }
        position += 1
        files.release()
        faulty_journal_add(faulty_event_mark, "returned", Int64(index), nil, 0)
        return true
    }

    private func attempt<Result>(_ name: String, _ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            note(error, name)
        }
        do {
            return try body()
        } catch {
            problems.append("\(name) fails again, without a fault: \(Self.text(error))")
            return nil
        }
    }

    private func perform(_ step: Step, _ session: Session) -> Bool {
        func edit() -> Bool {
            let done: Void? = attempt(step.name) {
                session.context.rollback()
                try step.edit(session)
                // What is computed from a stand-in is not what the step is to do.
                if !session.context.readFailures.isEmpty { throw Session.Unread() }
            }
            return done != nil
        }
        guard edit() else { return false }
        guard step.saves else { return true }
        let hits = faulty_hits()
        let pending = Pending(session.context)
        do {
            try session.context.save()
            return true
        } catch {
            note(error, "the save of \(step.name)")
        }
        // Of several stores one may have committed; what it has saved is not pending any more.
        if workplace.script.storeCount == 1, let other = Pending(session.context).difference(from: pending) {
            problems.append("\(step.name): the changes are not pending any more: \(other)")
        }
        // What an edit has computed from a stand-in is never saved.
        if hits > 0, !edit() { return false }
        return attempt("the save of \(step.name)") { try session.context.save() } != nil
    }

    /// An error is one of the library's, and its message is followed by no other fault.
    private func note(_ error: any Error, _ name: String) {
        faulty_disarm()
        if isVerbose { print("  \(name): \(error)") }
        let isTyped = workplace.script.whole?.isTyped(error) ?? Self.isTyped(error)
        if !isTyped {
            problems.append("\(name) throws \(type(of: error)): \(Self.text(error))")
        }
        if faulty_hits() == 0 { problems.append("\(name) fails without a fault: \(Self.text(error))") }
        guard !isFilling else { return }
        problems += workplace.problems(folder, allowed: allowed).map { "\(name) has failed: \($0)" }
    }

    private static func isTyped(_ error: any Error) -> Bool {
        error is Session.Unread || error is StoreError || error is SwiftDataError || error is DataStoreError
    }

    static func text(_ error: any Error) -> String {
        guard let error = error as? StoreError else { return "\(error)" }
        let place = [error.entityName, error.propertyName].compactMap { $0 }.joined(separator: ".")
        return "\(error.code) \(place) (\(error.underlyingError.map { "\($0)" } ?? "-"))"
    }
}
