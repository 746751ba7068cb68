import SwiftData

/// A bearer token of a user: the hash of its secret, and never the secret.
@Model
final class AccessToken {
    #Unique<AccessToken>([\.identifier])
    /// The public half of the token, by which it is found and revoked.
    var identifier: String
    /// The SHA-256 hash of the secret half, which has 256 random bits.
    var secretHash: Data
    /// The words by which an administrator recognises the token, such as the name of a device.
    var label: String
    var created: Date
    var expires: Date?
    var revoked: Date?
    var user: SyncUser

    init(identifier: String, secretHash: Data, label: String, created: Date, expires: Date?, user: SyncUser) {
        (self.identifier, self.secretHash, self.label) = (identifier, secretHash, label)
        (self.created, self.expires, self.user) = (created, expires, user)
    }

    static func find(_ identifier: String, _ context: ModelContext) throws -> AccessToken? {
        try context.fetch(FetchDescriptor<AccessToken>(predicate: #Predicate { $0.identifier == identifier })).first
    }
}
