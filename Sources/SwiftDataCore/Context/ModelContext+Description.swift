extension ModelContext {
    /// The stores, how many models are in memory and how many have unsaved changes, whether autosave is on, and the
    /// author.
    public var debugDescription: String {
        unit.exclusively {
            let stores = unit.core.stores.map { "\"\($0.configurationName)\"" }.joined(separator: ", ")
            let author = unit.editing.author.map { ", author: \"\($0)\"" } ?? ""
            return "ModelContext(stores: \(stores), registered: \(unit.identityMap.count), "
                + "inserted: \(unit.pending.inserted.count), changed: \(unit.pending.changed.count), deleted: \(unit.pending.deleted.count), "
                + "autosave: \(unit.autosave.isEnabled ? "on" : "off")\(author))"
        }
    }
}
