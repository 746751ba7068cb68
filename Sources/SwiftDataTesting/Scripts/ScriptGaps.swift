/// The known gaps of contexts: scripts avoid them, or do not compare there.
package struct ScriptGaps: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Undo.
    package static let undo = ScriptGaps(rawValue: 1)
    /// The order of to-many relationships once they have been read from the store.
    package static let orderAfterReading = ScriptGaps(rawValue: 2)
    /// The order of to-many relationships after undo and redo.
    package static let orderAfterUndo = ScriptGaps(rawValue: 4)

    /// A store in which a member of a relationship without another side may have several owners.
    package static let oneOwner = ScriptGaps(rawValue: 8)
    /// A store that knows nothing of unique attributes.
    package static let uniqueness = ScriptGaps(rawValue: 16)

    /// The gaps of today.
    package static let known: ScriptGaps = []
}
