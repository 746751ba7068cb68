public import Foundation

extension ModelContainer {
    /// Posted when another writer has changed a store of a container: another process, another container, or a writer
    /// that a custom store has reported by `rowsDidChange`. The saves of the container's own contexts are in
    /// ``ModelContext/didSave``.
    ///
    /// The object is the container, or nil where it has been released and its contexts live on. The userInfo has the
    /// keys of ``ModelContext/didSave``, ``ModelContext/NotificationKey`` and their raw values, with arrays of
    /// `PersistentIdentifier`, for one commit at a time. Where the changes are not known, it has
    /// ``ModelContext/NotificationKey/invalidatedAllIdentifiers`` instead of them, with the value true. It has the
    /// ``ModelContext/NotificationKey/historyTokens`` where the store keeps a history.
    ///
    /// It is posted on the thread that noticed the change, after the contexts were notified: each receives the change
    /// at a moment of its own.
    ///
    /// An addition to Apple's API, whose pages name it although no public interface has it.
    public static let remoteChange = Notification.Name("NSModelContainerRemoteChange")

    /// Posted for each commit to a store of a container, whichever writer made it: a context of the container, another
    /// process, another container, or a writer that a custom store has reported. It corresponds to Core Data's
    /// `NSPersistentStoreRemoteChange`.
    ///
    /// The object and the userInfo are the same as for ``remoteChange``, and so are time and thread for the commits of
    /// other writers. For a save of the container's own it is posted on the thread that saved, after
    /// ``ModelContext/didSave``.
    ///
    /// An addition to Apple's API.
    public static let storeChange = Notification.Name("OpenSwiftDataModelContainerStoreChange")
}

extension ContainerCore {
    /// Reports that a commit to a store has become durable.
    func postStoreChange(_ userInfo: [AnyHashable: Any]) { post(ModelContainer.storeChange, userInfo) }

    /// Reports that another writer has changed a store.
    func postRemoteChange(_ commit: StoreCommit) {
        let userInfo = commit.userInfo
        post(ModelContainer.remoteChange, userInfo)
        postStoreChange(userInfo)
    }

    /// Posts the changes that a context of the container has saved, store by store.
    func postStoreChanges(of outcome: SaveOutcome) {
        guard stores.count > 1 else { return postStoreChange(outcome.userInfo) }
        for commit in outcome.commits(by: nil) { postStoreChange(commit.userInfo) }
    }

    private func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]) {
        NotificationCenter.default.post(name: name, object: knownContainer, userInfo: userInfo)
    }
}

extension ModelContext {
    /// Entries under the cases of ``NotificationKey`` and under their raw values: existing code reads either.
    static func userInfo(_ entries: [NotificationKey: Any]) -> [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [:]
        for (key, value) in entries {
            info[key] = value
            info[key.rawValue] = value
        }
        return info
    }
}

extension StoreCommit {
    /// The contents of the notification ``ModelContainer/remoteChange`` of a commit.
    var userInfo: [AnyHashable: Any] {
        var entries: [ModelContext.NotificationKey: Any] =
            everything
            ? [.invalidatedAllIdentifiers: true]
            : [.insertedIdentifiers: inserted, .updatedIdentifiers: updated, .deletedIdentifiers: deleted]
        if let token { entries[.historyTokens] = [storeIdentifier: token] as [String: any HistoryToken] }
        return ModelContext.userInfo(entries)
    }
}
