/// Parts that observers have in common, by their meaning, for as long as an observer has them.
struct SharedParts<Part: AnyObject> {
    private struct Weak {
        weak var part: Part?
    }

    private var parts: [SharedMeaning: Weak] = [:]
    private var nextSweep = 16

    var count: Int { parts.count }
    var all: [Part] { parts.values.compactMap(\.part) }

    /// The part of a meaning; a new one where there is none, or where its meaning is not known.
    mutating func part(_ meaning: SharedMeaning?, _ make: () -> Part) -> Part {
        if let meaning, let part = parts[meaning]?.part { return part }
        let part = make()
        guard let meaning else { return part }
        parts[meaning] = Weak(part: part)
        if parts.count > nextSweep {
            parts = parts.filter { $0.value.part != nil }
            nextSweep = max(16, 2 * parts.count)
        }
        return part
    }
}
