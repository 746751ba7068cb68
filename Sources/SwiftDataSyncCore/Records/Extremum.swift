/// The order in which registers under `.max` and `.min` win: absent values lose, then values decide, then clocks.
package enum Extremum: Sendable {
    case greatest, least

    /// Returns the register that wins.
    package func winner(_ left: Register<SyncValue>?, _ right: Register<SyncValue>?) -> Register<SyncValue>? {
        guard let left else { return right }
        guard let right else { return left }
        return loses(left, to: right) ? right : left
    }

    private func loses(_ left: Register<SyncValue>, to right: Register<SyncValue>) -> Bool {
        if left.value == right.value { return left.clock < right.clock }
        if left.value.isAbsent != right.value.isAbsent { return left.value.isAbsent }
        return switch self {
        case .greatest: left.value < right.value
        case .least: right.value < left.value
        }
    }
}
