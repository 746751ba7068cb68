/// What contexts are known not to do: scripts keep away from it, or do not look.
package struct ScriptGaps: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Undo.
    package static let undo = ScriptGaps(rawValue: 1)
    /// The order of to-many relationships once they have been read from the store.
    package static let orderAfterReading = ScriptGaps(rawValue: 2)
    /// The order of to-many relationships after undo and redo.
    package static let orderAfterUndo = ScriptGaps(rawValue: 4)

    /// The gaps of today.
    package static let known: ScriptGaps = []
}
