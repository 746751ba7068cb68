/// Sizes as people read them.
enum ByteCount {
    static func text(_ bytes: Int64) -> String {
        if bytes < 1024 { return "\(bytes) B" }
        var value = Double(bytes)
        var unit = 0
        while value >= 1024, unit < units.count {
            value /= 1024
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(units[unit - 1])"
    }

    /// The same for a size that may not be known.
    static func text(ifKnown bytes: Int64?) -> String { bytes.map(text) ?? "unknown" }

    private static let units = ["KiB", "MiB", "GiB", "TiB", "PiB"]
}
