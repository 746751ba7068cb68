import OrderedCollections

// Tests and debuggers print models by reflection. The parts of a state are not for them: it has references that keep
// nothing alive, and values that are not to be printed unasked.

extension ModelState: CustomReflectable {
    /// The identity of the model and its phase, without its values.
    public var customMirror: Mirror {
        Mirror(self, children: ["persistentModelID": identifier, "phase": phase], displayStyle: .class)
    }
}

extension UnitOfWork: CustomReflectable {
    /// The number of pending changes.
    package var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "inserted": pending.inserted.count, "changed": pending.changed.count, "deleted": pending.deleted.count,
            ],
            displayStyle: .class
        )
    }
}
