import Foundation
import SwiftData

// Models whose names put children before their parents.

/// A parent of many rows, which it deletes with it.
@Model
final class JoinYard {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \JoinBoat.yard) var boats: [JoinBoat] = []

    init(_ name: String) { self.name = name }
}

@Model
final class JoinBoat {
    var name: String
    var yard: JoinYard?

    init(_ name: String, _ yard: JoinYard?) {
        self.name = name
        self.yard = yard
    }
}

/// A tree of two classes.
@Model
class JoinTrunk {
    var name: String
    var parent: JoinTrunk?
    @Relationship(deleteRule: .cascade, inverse: \JoinTrunk.parent) var children: [JoinTrunk] = []

    init(_ name: String, _ parent: JoinTrunk? = nil) {
        self.name = name
        self.parent = parent
    }
}

@Model
final class JoinBranch: JoinTrunk {
    var length: Int

    init(_ name: String, _ parent: JoinTrunk?, length: Int) {
        self.length = length
        super.init(name, parent)
    }
}

/// An owner of members that have no property for it, and of pairs.
@Model
final class JoinChest {
    var name: String
    @Relationship var tools: [JoinTool] = []
    @Relationship(inverse: \JoinMark.chests) var marks: [JoinMark] = []

    init(_ name: String) { self.name = name }
}

@Model
final class JoinTool {
    var name: String

    init(_ name: String) { self.name = name }
}

@Model
final class JoinMark {
    var name: String
    var chests: [JoinChest] = []

    init(_ name: String) { self.name = name }
}

let joinModels: [any PersistentModel.Type] = [
    JoinYard.self, JoinBoat.self, JoinTrunk.self, JoinBranch.self, JoinChest.self, JoinTool.self, JoinMark.self,
]
