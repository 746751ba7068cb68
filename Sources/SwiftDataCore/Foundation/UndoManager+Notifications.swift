public import Foundation

#if !canImport(Darwin)
    extension NSNotification.Name {
        /// Posted before a group is opened, or an action is undone or redone.
        public static let NSUndoManagerCheckpoint = Notification.Name("NSUndoManagerCheckpointNotification")
        /// Posted before an undo.
        public static let NSUndoManagerWillUndoChange = Notification.Name("NSUndoManagerWillUndoChangeNotification")
        /// Posted after an undo.
        public static let NSUndoManagerDidUndoChange = Notification.Name("NSUndoManagerDidUndoChangeNotification")
        /// Posted before a redo.
        public static let NSUndoManagerWillRedoChange = Notification.Name("NSUndoManagerWillRedoChangeNotification")
        /// Posted after a redo.
        public static let NSUndoManagerDidRedoChange = Notification.Name("NSUndoManagerDidRedoChangeNotification")
        /// Posted after a group was opened.
        public static let NSUndoManagerDidOpenUndoGroup = Notification.Name(
            "NSUndoManagerDidOpenUndoGroupNotification"
        )
        /// Posted before a group is closed.
        public static let NSUndoManagerWillCloseUndoGroup = Notification.Name(
            "NSUndoManagerWillCloseUndoGroupNotification"
        )
        /// Posted after a group was closed.
        public static let NSUndoManagerDidCloseUndoGroup = Notification.Name(
            "NSUndoManagerDidCloseUndoGroupNotification"
        )
    }
#endif
