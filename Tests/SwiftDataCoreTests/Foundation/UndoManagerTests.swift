import Foundation
import SwiftDataCore
import Testing

struct UndoManagerTests {
    /// A number whose changes register how to undo them.
    private final class Counter {
        let manager: UndoManager
        private(set) var value = 0

        init(_ manager: UndoManager) { self.manager = manager }

        func set(_ newValue: Int) {
            let old = value
            manager.registerUndo(withTarget: self) { $0.set(old) }
            value = newValue
        }
    }

    private func manager() -> UndoManager {
        let manager = UndoManager()
        manager.groupsByEvent = false
        return manager
    }

    @Test("A group is undone and redone as a whole, the last action first")
    func undoAndRedo() {
        let manager = manager()
        let counter = Counter(manager)
        manager.beginUndoGrouping()
        counter.set(1)
        counter.set(2)
        manager.setActionName("Count")
        manager.endUndoGrouping()
        manager.beginUndoGrouping()
        counter.set(3)
        manager.endUndoGrouping()
        manager.undo()
        #expect(counter.value == 2)
        #expect(manager.undoMenuItemTitle == "Undo Count")
        manager.undo()
        #expect(counter.value == 0)
        #expect(!manager.canUndo)
        #expect(manager.redoActionName == "Count")
        manager.redo()
        #expect(counter.value == 2)
        manager.redo()
        #expect(counter.value == 3)
        #expect(!manager.canRedo)
        manager.undo()
        #expect(counter.value == 2)
    }

    @Test("A new action forgets what could be redone")
    func newActionClearsRedo() {
        let manager = UndoManager()
        let counter = Counter(manager)
        counter.set(1)
        manager.undo()
        #expect(manager.canRedo)
        counter.set(5)
        #expect(!manager.canRedo)
    }

    @Test("Registrations of one event are one group")
    func groupsByEvent() {
        let manager = UndoManager()
        let counter = Counter(manager)
        counter.set(1)
        counter.set(2)
        #expect(manager.groupingLevel == 1)
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        #expect(manager.groupingLevel == 0)
        counter.set(3)
        manager.undo()
        #expect(counter.value == 2)
        manager.undo()
        #expect(counter.value == 0)
    }

    @Test("Only the latest levels are kept")
    func levels() {
        let manager = manager()
        manager.levelsOfUndo = 2
        let counter = Counter(manager)
        for value in 1...4 {
            manager.beginUndoGrouping()
            counter.set(value)
            manager.endUndoGrouping()
        }
        while manager.canUndo { manager.undo() }
        #expect(counter.value == 2)
    }

    @Test("Nested groups belong to the outer one, and disabled registrations are lost")
    func nestedAndDisabled() {
        let manager = manager()
        let counter = Counter(manager)
        manager.beginUndoGrouping()
        counter.set(1)
        manager.beginUndoGrouping()
        counter.set(2)
        manager.endUndoGrouping()
        manager.endUndoGrouping()
        manager.disableUndoRegistration()
        counter.set(9)
        manager.enableUndoRegistration()
        #expect(manager.undoCount == 1)
        manager.undo()
        #expect(counter.value == 0)
    }

    @Test("The actions of a target can be forgotten")
    func removal() {
        let manager = UndoManager()
        let first = Counter(manager)
        let second = Counter(manager)
        first.set(1)
        second.set(1)
        manager.removeAllActions(withTarget: first)
        manager.undo()
        #expect(first.value == 1)
        #expect(second.value == 0)
        manager.removeAllActions()
        #expect(!manager.canUndo && !manager.canRedo)
    }

    @Test("Undoing is announced")
    func notifications() async {
        let manager = UndoManager()
        let counter = Counter(manager)
        let seen = Locked<[String]>([])
        let observers = [Notification.Name.NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange].map { name in
            NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { note in
                seen.withLock { $0.append(note.name.rawValue) }
            }
        }
        counter.set(1)
        manager.undo()
        observers.forEach(NotificationCenter.default.removeObserver)
        #expect(
            seen.withLock { $0 }
                == ["NSUndoManagerWillUndoChangeNotification", "NSUndoManagerDidUndoChangeNotification"]
        )
    }
}
