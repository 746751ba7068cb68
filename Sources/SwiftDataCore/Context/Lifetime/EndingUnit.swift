/// Carries a unit of work to the isolation that it belongs to.
///
/// `@unchecked Sendable` without a lock: it is opened once, in that isolation.
final class EndingUnit: @unchecked Sendable {
    private let unit: UnitOfWork

    init(_ unit: UnitOfWork) { self.unit = unit }

    func end() { unit.ending.endWhenFree() }
}
