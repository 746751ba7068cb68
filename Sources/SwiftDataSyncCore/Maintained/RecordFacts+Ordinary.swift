extension RecordFacts {
    /// The facts of a record that has a row of its own, which lives by itself and is shown. Nearly all records have these, so
    /// that a storage need not keep bytes for them.
    package static func ordinary(_ id: RecordID, keys: [UniqueKey]) -> RecordFacts {
        RecordFacts(
            last: Moment(round: 0, step: 0, row: id, standing: .independent, isWaiting: false, records: []),
            keys: keys
        )
    }

    /// True where the facts equal the ones of ``ordinary(_:keys:)``.
    package func isOrdinary(_ id: RecordID) -> Bool { self == .ordinary(id, keys: keys) }
}
