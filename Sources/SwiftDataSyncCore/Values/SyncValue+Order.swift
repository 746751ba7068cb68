/// The total order of values, by which `.max` and `.min` decide and equal clocks are resolved.
///
/// Numbers of one kind are ordered as numbers, and `.int` and `.uint` together; strings by their bytes in UTF-8. Values of
/// different kinds are ordered by the number of the kind, but a sealed value comes before all: a value that has been opened takes
/// the place of its sealed form, which has the same clock.
extension SyncValue: Comparable {
    /// Returns true where a value comes first in the order of all values.
    public static func < (left: SyncValue, right: SyncValue) -> Bool {
        switch (left, right) {
        case (.bool(let left), .bool(let right)): !left && right
        case (.int(let left), .int(let right)): left < right
        case (.uint(let left), .uint(let right)): left < right
        case (.int(let left), .uint(let right)): left < 0 || UInt64(left) <= right
        case (.uint(let left), .int(let right)): right >= 0 && left < UInt64(right)
        case (.double(let left), .double(let right)), (.date(let left), .date(let right)):
            orderedBits(left) < orderedBits(right)
        case (.decimal(let left), .decimal(let right)): DecimalOrder.precedes(left, right)
        case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.uuid(let left), .uuid(let right)): left < right
        case (.data(let left), .data(let right)): left.lexicographicallyPrecedes(right)
        case (.blob(let left), .blob(let right)): left < right
        case (.composite(let left), .composite(let right)): left.lexicographicallyPrecedes(right)
        case (.reference(let left), .reference(let right)): left < right
        case (.sealed(let left), .sealed(let right)): left < right
        case (.sealed, _): true
        case (_, .sealed): false
        case (.sealedBlob(let left), .sealedBlob(let right)): left < right
        case (.unknown(let left), .unknown(let right)): left < right
        default: left.kind < right.kind
        }
    }

    /// An unsigned number with the order of floating-point numbers: NaN, negative ones, -0, 0, positive ones.
    private static func orderedBits(_ number: Double) -> UInt64 {
        if number.isNaN { return 0 }
        let bits = number.bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }

    /// True of a value that this device cannot read.
    package var isSealed: Bool { if case .sealed = self { true } else { false } }

    /// True of null, NaN and decimals that are no numbers, which lose to every other value under `.max` and `.min`.
    var isAbsent: Bool {
        switch self {
        case .null: true
        case .double(let number), .date(let number): number.isNaN
        case .decimal(let text): !DecimalOrder.isNumber(text)
        default: false
        }
    }
}
