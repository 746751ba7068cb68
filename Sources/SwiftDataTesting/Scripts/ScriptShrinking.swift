/// Takes steps away from a script as long as it fails.
struct ScriptShrinking {
    let fails: (RandomScript) -> Bool

    /// A script that fails, of which no step can be spared.
    func shrink(_ script: RandomScript) -> RandomScript {
        var best = script
        var width = max(best.steps.count / 2, 1)
        while true {
            var start = 0
            var isShorter = false
            while start < best.steps.count {
                var shorter = best
                shorter.steps.removeSubrange(start..<min(start + width, best.steps.count))
                if fails(shorter) {
                    best = shorter
                    isShorter = true
                } else {
                    start += width
                }
            }
            if width == 1, !isShorter { break }
            if !isShorter || width > 1 { width = max(width / 2, 1) }
        }
        for setting in simplerSettings(best.setting) {
            let simpler = RandomScript(setting, best.steps)
            if fails(simpler) { best = simpler }
        }
        return best
    }

    private func simplerSettings(_ setting: RandomScript.Setting) -> [RandomScript.Setting] {
        var plain = setting
        plain.isFile = false
        var eager = plain
        eager.isLazy = false
        return [plain, eager].filter { $0 != setting }
    }
}
