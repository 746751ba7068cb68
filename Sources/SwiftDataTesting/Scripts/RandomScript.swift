/// A script: its configuration, and its steps.
package struct RandomScript: Hashable, Sendable {
    /// The settings of a script's run.
    package struct Setting: Hashable, Sendable {
        /// True if the store is a file.
        package var isFile = false
        /// True if an undo manager is attached.
        package var hasUndo = false
        /// True if only the objects of a step are looked at after it, so that the remaining ones stay faults.
        package var isLazy = false

        package init(isFile: Bool = false, hasUndo: Bool = false, isLazy: Bool = false) {
            self.isFile = isFile
            self.hasUndo = hasUndo
            self.isLazy = isLazy
        }
    }

    package var setting: Setting
    package var steps: [ScriptStep]

    /// A script on a store in memory, without undo.
    package init(_ steps: [ScriptStep]) { self.init(Setting(), steps) }

    package init(_ setting: Setting, _ steps: [ScriptStep]) {
        self.setting = setting
        self.steps = steps
    }

    /// The script as a Swift expression, to be pasted into a test.
    package var swiftCode: String {
        let setting = ".init(isFile: \(setting.isFile), hasUndo: \(setting.hasUndo), isLazy: \(setting.isLazy))"
        return "RandomScript(\(setting), [\n"
            + steps.map { "    \($0.swiftCode),\n" }.joined() + "])"
    }
}
