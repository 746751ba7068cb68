/// A read of rows some of which may be damaged.
///
/// A getter cannot throw, and one damaged row must not take its neighbours along: every readable value is read.
package enum SalvagingRead {
    /// Reads strictly, and where that meets damage again with the damage left out.
    /// - Parameter read: Reads; true if it is to leave damage out.
    /// - Returns: The rows, and the damage; nil where there is none.
    /// - Throws: The error of the read, but for damage, and that of the read that leaves damage out.
    package static func run<Rows>(_ read: (_ salvages: Bool) throws -> Rows) throws -> (rows: Rows, damage: StoreError?)
    {
        do {
            return (try read(false), nil)
        } catch let error as StoreError where error.code == .corruptRow || error.code == .misbehavingStore {
            return (try read(true), error)
        }
    }
}
