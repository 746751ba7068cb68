public import Foundation

#if !canImport(Darwin)
    /// Records operations so that they can be undone and redone.
    ///
    /// Foundation's class of this name, which Linux Foundation does not have. Actions are closures; they come in
    /// groups, and a group is undone as a whole. With ``groupsByEvent``, a group is opened by the first registration
    /// and ends with the pass of the run loop, or of the main queue, or when ``undo()`` is called.
    ///
    /// Differs from Apple's: actions are registered by closure alone, since there are neither selectors nor
    /// invocations; unbalanced calls are ignored, and do not raise an exception.
    open class UndoManager: NSObject {
        private var undoStack: [UndoGroup] = []
        private var redoStack: [UndoGroup] = []
        /// The groups that are open, the outermost first.
        private var openGroups: [UndoGroup] = []
        private var disabled = 0
        private var isEventScheduled = false

        /// True if undoing is going on.
        open private(set) var isUndoing = false
        /// True if redoing is going on.
        open private(set) var isRedoing = false
        /// True if registrations outside of a group open one, which ends automatically.
        open var groupsByEvent = true
        /// The maximum number of groups that are kept, the latest ones; 0 for no limit.
        open var levelsOfUndo = 0 {
            didSet { trim() }
        }
        /// The modes of the run loop in which a group ends automatically.
        open var runLoopModes: [RunLoop.Mode] = [.default]

        /// Creates an undo manager with nothing to undo.
        public override init() { super.init() }

        // MARK: Groups

        /// The number of open groups.
        open var groupingLevel: Int { openGroups.count }

        /// Opens a group.
        open func beginUndoGrouping() {
            if openGroups.isEmpty, groupsByEvent, !isUndoing, !isRedoing { openEventGroup() }
            open()
        }

        /// Closes the group that was opened last; the outermost one becomes the group that ``undo()`` undoes.
        open func endUndoGrouping() {
            guard let group = openGroups.popLast() else { return }
            post(.NSUndoManagerWillCloseUndoGroup)
            if let outer = openGroups.last {
                outer.actions.append(contentsOf: group.actions)
                outer.actionName = outer.actionName.isEmpty ? group.actionName : outer.actionName
            } else if !group.actions.isEmpty {
                if isUndoing { redoStack.append(group) } else { undoStack.append(group) }
                trim()
            }
            post(.NSUndoManagerDidCloseUndoGroup)
        }

        private func open() {
            post(.NSUndoManagerCheckpoint)
            openGroups.append(UndoGroup())
            post(.NSUndoManagerDidOpenUndoGroup)
        }

        private func openEventGroup() {
            open()
            // No loop ever runs on the thread of a call of `read` or `write`: the block would stay there.
            guard !isEventScheduled, ContextCall.current == nil else { return }
            isEventScheduled = true
            let manager = WeakUndoManager(manager: self)
            RunLoop.current.perform(inModes: runLoopModes) { manager.manager?.endEvent() }
            // In a program with an asynchronous `main` nothing runs the loop, and turns are turns of the main queue.
            if MainQueue.isCurrent { DispatchQueue.main.async { manager.manager?.endEvent() } }
        }

        /// Ends the group of an event; groups inside it that are still open keep it open.
        package func endEvent() {
            isEventScheduled = false
            if groupsByEvent, openGroups.count == 1, !isUndoing, !isRedoing { endUndoGrouping() }
        }

        private func trim() {
            guard levelsOfUndo > 0 else { return }
            undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
            redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
        }

        // MARK: Registering

        /// Registers an action that undoes the current change. The target is kept until the action is removed.
        open func registerUndo<TargetType>(
            withTarget target: TargetType,
            handler: @escaping (TargetType) -> Void
        ) where TargetType: AnyObject {
            guard isUndoRegistrationEnabled else { return }
            if openGroups.isEmpty {
                guard groupsByEvent else { return }
                openEventGroup()
            }
            if !isUndoing, !isRedoing { redoStack.removeAll() }
            openGroups.last?.actions.append(UndoAction(target: target) { handler(target) })
        }

        /// True if registrations count.
        open var isUndoRegistrationEnabled: Bool { disabled == 0 }
        /// Ignores registrations until ``enableUndoRegistration()`` has been called as many times.
        open func disableUndoRegistration() { disabled += 1 }
        /// Ends one ``disableUndoRegistration()``.
        open func enableUndoRegistration() { disabled = max(0, disabled - 1) }

        /// Forgets everything.
        open func removeAllActions() {
            undoStack.removeAll()
            redoStack.removeAll()
            openGroups.removeAll()
        }

        /// Forgets every action that was registered with a target.
        open func removeAllActions(withTarget target: Any) {
            let target = target as AnyObject
            for group in undoStack + redoStack + openGroups { group.actions.removeAll { $0.target === target } }
            undoStack.removeAll { $0.actions.isEmpty }
            redoStack.removeAll { $0.actions.isEmpty }
        }

        // MARK: Undoing

        /// True if there is something to undo.
        open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
        /// True if there is something to redo.
        open var canRedo: Bool { !redoStack.isEmpty }
        /// The number of groups that can be undone.
        open var undoCount: Int { undoStack.count }
        /// The number of groups that can be redone.
        open var redoCount: Int { redoStack.count }

        /// Closes the group that is open, if any, and undoes the last group.
        open func undo() {
            while !openGroups.isEmpty { endUndoGrouping() }
            undoNestedGroup()
        }

        /// Undoes the last group.
        open func undoNestedGroup() {
            guard !isUndoing, !isRedoing, openGroups.isEmpty, let group = undoStack.popLast() else { return }
            post(.NSUndoManagerCheckpoint)
            post(.NSUndoManagerWillUndoChange)
            isUndoing = true
            perform(group)
            isUndoing = false
            post(.NSUndoManagerDidUndoChange)
        }

        /// Redoes the last group that was undone.
        open func redo() {
            guard !isUndoing, !isRedoing, openGroups.isEmpty, let group = redoStack.popLast() else { return }
            post(.NSUndoManagerCheckpoint)
            post(.NSUndoManagerWillRedoChange)
            isRedoing = true
            perform(group)
            isRedoing = false
            post(.NSUndoManagerDidRedoChange)
        }

        /// Runs the actions, the last one first. The actions that they register reverse them.
        private func perform(_ group: UndoGroup) {
            open()
            openGroups.last?.actionName = group.actionName
            for action in group.actions.reversed() { action.run() }
            while !openGroups.isEmpty { endUndoGrouping() }
        }

        // MARK: Names

        /// Names the open group, or the last one.
        open func setActionName(_ actionName: String) {
            (openGroups.first ?? undoStack.last)?.actionName = actionName
        }
        /// The name of the action that ``undo()`` would undo.
        open var undoActionName: String { (openGroups.first ?? undoStack.last)?.actionName ?? "" }
        /// The name of the action that ``redo()`` would redo.
        open var redoActionName: String { redoStack.last?.actionName ?? "" }
        /// The title of a menu item that undoes.
        open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
        /// The title of a menu item that redoes.
        open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
        /// The title of a menu item that undoes an action.
        open func undoMenuTitle(forUndoActionName actionName: String) -> String {
            actionName.isEmpty ? "Undo" : "Undo \(actionName)"
        }
        /// The title of a menu item that redoes an action.
        open func redoMenuTitle(forUndoActionName actionName: String) -> String {
            actionName.isEmpty ? "Redo" : "Redo \(actionName)"
        }

        private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: self) }
    }

    /// Identifies the main queue: with an asynchronous `main` it is served by any thread.
    ///
    /// `@unchecked Sendable` without a lock: the key is a constant that dispatch compares by identity.
    private struct MainQueue: @unchecked Sendable {
        private static let mark = MainQueue()
        private let key = DispatchSpecificKey<Bool>()

        private init() { DispatchQueue.main.setSpecific(key: key, value: true) }

        static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark.key) == true }
    }

    /// Actions that are undone together.
    private final class UndoGroup {
        var actions: [UndoAction] = []
        var actionName = ""
    }

    private struct UndoAction {
        let target: AnyObject
        let run: () -> Void

        init(target: AnyObject, run: @escaping () -> Void) {
            self.target = target
            self.run = run
        }
    }

    /// Carries the manager to the end of its own run loop's pass: `@unchecked Sendable` without a lock, because that
    /// loop runs on the thread that scheduled it.
    private struct WeakUndoManager: @unchecked Sendable {
        weak var manager: UndoManager?
    }
#endif
