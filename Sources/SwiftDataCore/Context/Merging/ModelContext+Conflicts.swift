public import Foundation

extension ModelContext {
    /// The properties that this context and another one, or another process, edited at the same time.
    ///
    /// An addition to Apple's API. A conflict is found when the context receives the saves of other writers, also where
    /// both wrote the same value: the unsaved edit stays and wins at its save, unless ``mergePolicy`` refuses that. It
    /// is listed here until a rollback or ``refresh(_:mergeChanges:)``, and after the save, then marked as overwritten,
    /// until the next one.
    public var conflicts: [MergeConflict] {
        unit.exclusively { unit.merging.conflicts.all.filter(\.isOverwritten) + unit.conflicts.pending }
    }

    /// Posted when conflicts were found, with an array of ``MergeConflict`` in the userInfo under ``conflictsKey``.
    ///
    /// An addition to Apple's API.
    public static let didFindConflicts = Notification.Name("OpenSwiftDataModelContextDidFindConflicts")

    /// The key of the array of ``MergeConflict`` in the userInfo of ``didFindConflicts``.
    ///
    /// An addition to Apple's API.
    public static let conflictsKey = "conflicts"

    /// Posted when an autosave failed, or a save that had to wait for another one, with the error in the userInfo under
    /// ``autosaveErrorKey``. The changes stay pending. The object is the context, or nil where the context has just
    /// been released.
    ///
    /// An addition to Apple's API.
    public static let didFailToAutosave = Notification.Name("OpenSwiftDataModelContextDidFailToAutosave")

    /// The key of the error in the userInfo of ``didFailToAutosave``.
    ///
    /// An addition to Apple's API.
    public static let autosaveErrorKey = "error"

    /// Posts the error of a save that has no caller to throw it to.
    static func postSaveFailure(_ error: any Error, of context: ModelContext?) {
        NotificationCenter.default.post(
            name: didFailToAutosave,
            object: context,
            userInfo: [autosaveErrorKey: error]
        )
    }

    package static func postConflicts(_ found: [MergeConflict], of context: ModelContext) {
        NotificationCenter.default.post(name: didFindConflicts, object: context, userInfo: [conflictsKey: found])
    }
}
