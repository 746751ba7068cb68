import SwiftData

/// A person or a program with access to zones.
@Model
final class SyncUser {
    #Unique<SyncUser>([\.name])
    /// The name, which is the author of the user's pushes in the history.
    var name: String
    var created: Date
    @Relationship(deleteRule: .cascade, inverse: \AccessToken.user) var tokens: [AccessToken] = []
    @Relationship(deleteRule: .cascade, inverse: \Membership.user) var memberships: [Membership] = []

    init(name: String, created: Date) {
        (self.name, self.created) = (name, created)
    }

    /// The user of a name; nil where there is none.
    static func find(_ name: String, _ context: ModelContext) throws -> SyncUser? {
        try context.fetch(FetchDescriptor<SyncUser>(predicate: #Predicate { $0.name == name })).first
    }
}
