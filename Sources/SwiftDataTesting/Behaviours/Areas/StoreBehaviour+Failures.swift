import Foundation
import SwiftData

extension StoreBehaviour {
    static let failures: [StoreBehaviour] = [
        StoreBehaviour("a save that cannot be encoded changes nothing, and can be tried again") { store in
            let context = try store.context()
            let ada = Sailor("Ada")
            context.insert(ada)
            try context.save()
            let port = Port("HAM")
            port.licences = [Licence(1, for: nil)]
            context.insert(port)
            try context.save()
            ada.name = "Bob"
            context.delete(port)
            _ = try expectError("the save") { try context.save() }
            try expect(try store.context().all(Sailor.self).map(\.name), is: ["Ada"], "stored names")
            try expect(ada.name, is: "Bob", "name")
            for licence in port.licences { context.delete(licence) }
            for licence in try context.all(Licence.self) { context.delete(licence) }
            try context.save()
            try expect(try store.context().all(Sailor.self).map(\.name), is: ["Bob"], "stored names")
            try expect(try store.context().all(Port.self).count, is: 0, "ports")
        },
        StoreBehaviour("an autosave saves") { store in
            let context = ModelContext(try store.container())
            context.autosaveEnabled = true
            context.insert(Sailor("Ada"))
            context.processPendingChanges()
            try context.save()
            try expect(try store.context().all(Sailor.self).map(\.name), is: ["Ada"], "names")
        },
        StoreBehaviour("a handler of willSave may edit, and one of didSave may save again") { store in
            let context = try store.context()
            let ada = Sailor("Ada", age: 1)
            context.insert(ada)
            let handler = Handler(context, ada)
            defer { handler.stop() }
            try context.save()
            try expect(try store.context().all(Sailor.self).map(\.age), is: [12], "age")
        },
    ]
}

/// Edits a sailor before and after each save.
///
/// `@unchecked Sendable` without a lock: notifications are posted on the thread that saves, which is the behaviour's.
private final class Handler: @unchecked Sendable {
    private var tokens: [any NSObjectProtocol] = []
    private var saves = 0
    private let context: ModelContext
    private let sailor: Sailor

    init(_ context: ModelContext, _ sailor: Sailor) {
        self.context = context
        self.sailor = sailor
        let center = NotificationCenter.default
        tokens = [
            center.addObserver(forName: ModelContext.willSave, object: context, queue: nil) { [unowned self] _ in
                self.willSave()
            },
            center.addObserver(forName: ModelContext.didSave, object: context, queue: nil) { [unowned self] _ in
                self.didSave()
            },
        ]
    }

    func stop() { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    private func willSave() {
        if saves == 0 { sailor.age += 1 }
    }

    private func didSave() {
        saves += 1
        guard saves == 1 else { return }
        sailor.age += 10
        try? context.save()
    }
}
