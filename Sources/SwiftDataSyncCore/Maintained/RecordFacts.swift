/// The facts of a view about one record whose insertion has arrived: its row, and the standing of the row.
///
/// A view joins rows with equal unique values in rounds, and a join may change other rows. A record that the rounds change
/// has the moments of its changes as well, since a row that meets it in an early round is joined in that round.
package struct RecordFacts: Hashable, Sendable {
    /// The facts from one round on.
    package struct Moment: Hashable, Sendable {
        /// The round of the view.
        package let round: UInt64
        /// The round of the search for joins within it.
        package let step: UInt64
        /// The row that has the record.
        package let row: RecordID
        package let standing: Standing
        /// True where the row lives and waits for a record that has not arrived.
        package let isWaiting: Bool
        /// The records of the row, deleted ones included, sorted. Empty where the row has this one only.
        package let records: [RecordID]

        package init(
            round: UInt64,
            step: UInt64,
            row: RecordID,
            standing: Standing,
            isWaiting: Bool,
            records: [RecordID]
        ) {
            self.round = round
            self.step = step
            self.row = row
            self.standing = standing
            self.isWaiting = isWaiting
            self.records = records
        }

        package var isShown: Bool { standing != .dead && !isWaiting }

        /// Returns true where the facts are equal, whenever they began.
        func isEqual(_ other: Moment) -> Bool {
            row == other.row && standing == other.standing && isWaiting == other.isWaiting && records == other.records
        }

        /// Returns the moment without the records, and with another standing.
        func outside(_ standing: Standing) -> Moment {
            Moment(round: round, step: step, row: row, standing: standing, isWaiting: isWaiting, records: [])
        }
    }

    /// The facts of the view.
    package let last: Moment
    /// The facts of earlier rounds. Empty for nearly all records.
    package let earlier: [Moment]
    /// The unique values that the row has or has had in some round, sorted, at the record that the row had its identity of.
    package let keys: [UniqueKey]
    /// The records that became one row with this one and that no alias names yet, sorted. See ``GraphView/joins(of:)``.
    package let joins: [RecordID]

    package init(last: Moment, earlier: [Moment] = [], keys: [UniqueKey] = [], joins: [RecordID] = []) {
        self.last = last
        self.earlier = earlier
        self.keys = keys
        self.joins = joins
    }

    /// The row of the record.
    package var row: RecordID { last.row }

    /// True where the row is shown.
    package var isShown: Bool { last.isShown }

    /// True where no round has changed the facts.
    package var isStable: Bool { earlier.isEmpty }

    /// The standing by which the storage finds the record.
    package var standings: Standings { isStable ? Standings(last.standing) : .unstable }

    /// True where the row lives without being kept, waits for nothing, and no round has changed it.
    var isPlain: Bool { isStable && last.standing == .independent && !last.isWaiting }

    /// The moments that other rows see.
    var visible: [Moment] { moments { $0.outside($0.standing) } }

    /// The moments that rows see to which the row does not cascade: it makes no difference to them why it lives.
    var visibleWithoutCascade: [Moment] { moments { $0.outside($0.standing == .kept ? .independent : $0.standing) } }

    private func moments(_ view: (Moment) -> Moment) -> [Moment] {
        var result: [Moment] = []
        for moment in (earlier + [last]).map(view) where !(result.last.map { $0.isEqual(moment) } ?? false) {
            result.append(moment)
        }
        return result
    }
}
