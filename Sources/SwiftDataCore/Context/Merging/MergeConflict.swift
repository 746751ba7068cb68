/// A property with an unsaved edit, whose stored value another context or process has changed since it was read.
///
/// An addition to Apple's API. The edit stays, and the next save writes it. The value that loses is kept here: see
/// ``ModelContext/conflicts``.
public struct MergeConflict: CustomStringConvertible {
    /// The model that was edited twice.
    public let persistentModelID: PersistentIdentifier
    /// The property that was edited twice.
    public let propertyName: String
    /// The value that the other one saved, or nil where that is nil, or damaged; for a relationship to one model, its
    /// identifier. It may be equal to the edit.
    ///
    /// A damaged value is reported by ``ModelContext/didFailToRead`` and logged. The save of the edit mends it.
    public let otherValue: Any?
    /// True if the edit has been saved over the other value. Where both values are equal, nothing has to be written for
    /// that.
    public internal(set) var isOverwritten = false

    package init(persistentModelID: PersistentIdentifier, propertyName: String, otherValue: Any?) {
        self.persistentModelID = persistentModelID
        self.propertyName = propertyName
        self.otherValue = otherValue
    }

    /// Names the property and the row, without the values.
    public var description: String {
        "\(persistentModelID.entityName).\(propertyName) (\(persistentModelID.description))"
    }
}
