public import Foundation

#if !canImport(Darwin)
    extension NSNotification.Name {
        /// Before a group is opened, or something undone or redone.
        public static let NSUndoManagerCheckpoint = Notification.Name("NSUndoManagerCheckpointNotification")
        /// Before undoing.
        public static let NSUndoManagerWillUndoChange = Notification.Name("NSUndoManagerWillUndoChangeNotification")
        /// After undoing.
        public static let NSUndoManagerDidUndoChange = Notification.Name("NSUndoManagerDidUndoChangeNotification")
        /// Before redoing.
        public static let NSUndoManagerWillRedoChange = Notification.Name("NSUndoManagerWillRedoChangeNotification")
        /// After redoing.
        public static let NSUndoManagerDidRedoChange = Notification.Name("NSUndoManagerDidRedoChangeNotification")
        /// After a group was opened.
        public static let NSUndoManagerDidOpenUndoGroup = Notification.Name(
            "NSUndoManagerDidOpenUndoGroupNotification"
        )
        /// Before a group is closed.
        public static let NSUndoManagerWillCloseUndoGroup = Notification.Name(
            "NSUndoManagerWillCloseUndoGroupNotification"
        )
        /// After a group was closed.
        public static let NSUndoManagerDidCloseUndoGroup = Notification.Name(
            "NSUndoManagerDidCloseUndoGroupNotification"
        )
    }
#endif
