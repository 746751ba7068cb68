import Dispatch
import SwiftData

@Model
final class Note {
    var text: String
    @Relationship(maximumModelCount: 1) var pages: [Sheet] = []
    init(text: String) { self.text = text }
}

@Model
final class Sheet {
    var note: Note?
    init() {}
}

@ModelActor
actor Writer {
    func write(_ text: String) {
        modelContext.autosaveEnabled = true
        modelContext.insert(Note(text: text))
    }
}

/// An actor of the program's own, which gives its context away and then never has another turn.
actor Keeper {
    private let isBusy = DispatchSemaphore(value: 0)

    func made(_ container: ModelContainer, _ text: String) -> sending ModelContext {
        let context = ModelContext(container)
        context.autosaveEnabled = true
        context.insert(Note(text: text))
        return context
    }

    func work() {
        isBusy.signal()
        while true { sleep(1_000) }
    }

    nonisolated func waitUntilBusy() { isBusy.wait() }
}

/// Changes models and ends: `end FILE WAY`, where the way says how the program ends and which context saves.
@MainActor enum Ending {
    /// Held until the end of the process, which releases no global.
    private static var container: ModelContainer?
    private static var own: ModelContext?

    static func run(_ arguments: [String]) throws {
        let container = try ModelContainer(
            for: Note.self,
            configurations: ModelConfiguration(url: URL(fileURLWithPath: arguments[0]))
        )
        let own = ModelContext(container)
        (self.container, self.own) = (container, own)

        switch arguments[1] {
        case "return":
            container.mainContext.insert(Note(text: "main"))
        case "exit":
            container.mainContext.insert(Note(text: "main"))
            exit(0)
        case "exitInTransaction":
            try container.mainContext.transaction {
                container.mainContext.insert(Note(text: "half"))
                exit(0)
            }
        case "own":
            own.autosaveEnabled = true
            own.insert(Note(text: "own"))
        case "off":
            container.mainContext.autosaveEnabled = false
            container.mainContext.insert(Note(text: "main"))
            own.insert(Note(text: "own"))
        case "runLoop":
            container.mainContext.insert(Note(text: "main"))
            while container.mainContext.hasChanges { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
            endAtOnce()
        case "ownRunLoop":
            own.autosaveEnabled = true
            own.insert(Note(text: "own"))
            for _ in 0..<2 { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 5)) }
            endAtOnce()
        case "ownDispatchMain":
            own.autosaveEnabled = true
            Task { @MainActor in
                for number in 1...3 {
                    own.insert(Note(text: "own \(number)"))
                    while own.hasChanges { await Task.yield() }
                }
                endAtOnce()
            }
            dispatchMain()
        case "dispatchMain":
            container.mainContext.insert(Note(text: "main"))
            Task { @MainActor in
                while container.mainContext.hasChanges { await Task.yield() }
                endAtOnce()
            }
            dispatchMain()
        case "firstOnMainActor":
            Task { @MainActor in
                container.mainContext.insert(Note(text: "main"))
                while container.mainContext.hasChanges { await Task.yield() }
                endAtOnce()
            }
            dispatchMain()
        case "actor":
            let writer = Writer(modelContainer: container)
            Task {
                await writer.write("actor")
                // The actor lives, so that it is the end of the program that saves, not the end of the context.
                withExtendedLifetime(writer) { exit(0) }
            }
            dispatchMain()
        case "releasedElsewhere":
            let keeper = Keeper()
            Task {
                await release(keeper, container)
                exit(0)
            }
            dispatchMain()
        case "failing":
            let observer = NotificationCenter.default.addObserver(
                forName: ModelContext.didFailToAutosave,
                object: container.mainContext,
                queue: nil
            ) { notification in
                let error = notification.userInfo?[ModelContext.autosaveErrorKey] as? StoreError
                print("announced \(error.map { "\($0.code)" } ?? "")")
            }
            let note = Note(text: "a secret")
            note.pages = [Sheet(), Sheet()]
            container.mainContext.insert(note)
            withExtendedLifetime(observer) { exit(0) }
        default:
            exit(64)
        }
    }

    private static func release(_ keeper: Keeper, _ container: ModelContainer) async {
        let context = await keeper.made(container, "released")
        // Not in the main actor, which waits for it.
        Task.detached { await keeper.work() }
        keeper.waitUntilBusy()
        _ = consume context
    }

    /// Ends without running what is to run when a program ends.
    private static func endAtOnce() -> Never { _exit(0) }
}
