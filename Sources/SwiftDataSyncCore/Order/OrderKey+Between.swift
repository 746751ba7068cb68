extension OrderKey {
    /// The distance of keys that follow each other, which leaves room for keys of the same length between them.
    private static let step: Int64 = 16
    /// The number of levels from which on no run begins, since each run costs ten bytes.
    private static let runDepth = 8

    /// Returns a key between two keys, which may be missing at the ends.
    ///
    /// A device that inserts one member after another continues below its own first key. The members that two devices append
    /// at the same place while they are apart therefore stay together by device. Members that are inserted backwards, each
    /// before the last one, may alternate.
    ///
    /// A device makes the same key again between the same two keys. `taken` are the keys of members that are not shown, such
    /// as deleted ones, which would have an equal key when they come back.
    ///
    /// Throws ``SyncCoreError/Code/orderKey`` where the first key is not less than the second one, and where no key is left,
    /// after about 10,000 insertions in the least favourable order or between keys that no device makes.
    public static func between(
        _ lower: OrderKey?,
        _ upper: OrderKey?,
        device: DeviceNumber,
        taken: Set<OrderKey> = []
    ) throws(SyncCoreError) -> OrderKey {
        var key = try keyBetween(lower, upper, device)
        while taken.contains(key) { key = try keyBetween(key, upper, device) }
        return key
    }

    private static func keyBetween(
        _ lower: OrderKey?,
        _ upper: OrderKey?,
        _ device: DeviceNumber
    ) throws(SyncCoreError) -> OrderKey {
        if let lower, let upper, upper <= lower {
            throw SyncCoreError(.orderKey, "The keys are not in order. Sort the members by their keys first.")
        }
        let (low, high) = (lower?.levels ?? [], upper?.levels ?? [])
        let key = try OrderKey(levels(low, high, device))
        guard lower.map({ $0 < key }) ?? true, upper.map({ key < $0 }) ?? true else {
            throw SyncCoreError(.orderKey, "No key is between two keys. Give all members of the relationship new keys.")
        }
        return key
    }

    /// Returns the levels of a key between two keys, of which an empty one is missing.
    private static func levels(_ low: [OrderLevel], _ high: [OrderLevel], _ device: DeviceNumber) -> [OrderLevel] {
        var shared = 0
        while shared < low.count, shared < high.count, low[shared] == high[shared] { shared += 1 }
        let prefix = Array(low[..<shared])
        func ends(_ number: Int64, _ prefix: [OrderLevel]) -> [OrderLevel] {
            prefix + [OrderLevel(number: number, device: device)]
        }
        guard shared < low.count else {
            // The upper key, if any, is below the lower one.
            return ends(shared < high.count ? high[shared].number - step : 0, prefix)
        }
        if let run = continuedRun(low, from: shared, device) { return run }
        let first = low[shared]
        guard shared < high.count else { return ends(first.number + step, prefix) }
        let last = high[shared]
        if last.number - first.number > 1 {
            return ends(first.number + (last.number - first.number) / 2, prefix)
        }
        if last.number > first.number {
            // Behind all keys that end at this level, and before the upper key.
            let next = first.device == nil && shared + 1 < low.count ? low[shared + 1].number + step : 0
            return ends(next, prefix + [OrderLevel(number: first.number, device: nil)])
        }
        // The same number from two devices: below the lower key.
        return ends(shared + 1 < low.count ? low[shared + 1].number + step : 0, prefix + [first])
    }

    /// Returns the levels of the key after one of the device's own keys, in the run that the key begins or belongs to.
    /// Returns nil where the key is another device's, and where a new run would be too deep.
    private static func continuedRun(_ low: [OrderLevel], from shared: Int, _ device: DeviceNumber) -> [OrderLevel]? {
        guard let end = low.last, end.device == device else { return nil }
        let parent = low.count - 2
        guard parent >= shared, low[parent].device == device else {
            return low.count < runDepth ? low + [OrderLevel(number: 0, device: device)] : nil
        }
        return low.dropLast() + [OrderLevel(number: end.number + step, device: device)]
    }
}
