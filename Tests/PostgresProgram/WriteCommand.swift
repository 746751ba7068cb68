#if PostgreSQL
import ArgumentParser
import Foundation
import SwiftData

/// `PostgresProgram write`: saves in several threads, and logs the outcome of each save.
struct WriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract: "Saves in several threads, and logs the outcome of each save."
    )

    @OptionGroup var database: DatabaseOptions

    @Option(help: "The log, to which lines are appended.")
    var log: String

    @Option(name: .customLong("run"), help: "The name of the run, with which the names of the writers begin.")
    var runName: String

    @Option(help: "The number of writers.")
    var writers = 4

    @Option(help: "The time after which no writer begins another save, in seconds.")
    var seconds = 60.0

    func run() throws {
        let container = try database.container()
        let log = try DeedLog(appendingTo: log)
        let begin = DeedLog.now
        let end = begin + UInt64(seconds * 1_000_000_000)
        try log.append(.begin(begin))
        let group = DispatchGroup()
        for writer in 1...max(writers, 1) {
            let name = "\(runName)-\(writer)"
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                Writer(name: name, container: container, log: log, end: end).run()
            }
        }
        group.wait()
        try log.append(.end(DeedLog.now))
    }
}

/// One thread that saves.
private struct Writer {
    let name: String
    let container: ModelContainer
    let log: DeedLog
    let end: UInt64

    /// Counts from 1, a deed for each number. A failed save is made again with what it has left in the context.
    func run() {
        var context = ModelContext(container)
        var number = 0
        while DeedLog.now < end {
            number += 1
            let key = DeedKey(writer: name, number: number)
            context.insert(Deed(key))
            attempts: while DeedLog.now < end {
                let begin = DeedLog.now
                let outcome = save(context)
                do {
                    try log.append(.save(key, outcome, begin: begin, end: DeedLog.now))
                } catch {
                    // What the log does not have cannot be checked.
                    fatalError("the log cannot be written: \(error)")
                }
                switch outcome {
                case .saved: break attempts
                case .failed: Thread.sleep(forTimeInterval: 0.1)
                case .unknown:
                    // A second row would hide what has become of the first.
                    context = ModelContext(container)
                    break attempts
                }
            }
        }
    }

    private func save(_ context: ModelContext) -> DeedLog.Outcome {
        do {
            try context.save()
            return context.hasChanges ? .failed("pendingAfterSave") : .saved
        } catch let error as StoreError {
            if error.code == .outcomeUnknown { return .unknown }
            complain(error)
            return .failed(context.hasChanges ? error.code.description : "\(error.code)WithoutChanges")
        } catch {
            complain(error)
            return .failed("\(type(of: error))")
        }
    }

    private func complain(_ error: any Error) {
        FileHandle.standardError.write(Data("\(DeedLog.now) \(name): \(error)\n".utf8))
    }
}
#endif
