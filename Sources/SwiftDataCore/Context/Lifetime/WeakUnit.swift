/// `@unchecked Sendable` without a lock: made and opened on the main actor only.
final class WeakUnit: @unchecked Sendable {
    weak var unit: UnitOfWork?
    init(_ unit: UnitOfWork) { self.unit = unit }
}
