import SwiftData

/// Two or three rowers, and officers who may be missing as a whole but are two at least.
@Model
final class RowingTeam {
    @Relationship(minimumModelCount: 2, maximumModelCount: 3, inverse: \Rower.team)
    var rowers: [Rower] = []
    @Relationship(minimumModelCount: 2, inverse: \Rower.commands)
    var officers: [Rower]?

    init(rowers count: Int = 0) { rowers = (0..<count).map { _ in Rower() } }
}

@Model
final class Rower {
    var team: RowingTeam?
    var commands: RowingTeam?

    init(team: RowingTeam? = nil) { self.team = team }
}
