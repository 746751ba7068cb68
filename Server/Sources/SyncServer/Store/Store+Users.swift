import SwiftData

/// A token as an administrator sees it.
package struct TokenSummary: Sendable {
    package let identifier: String
    package let user: String
    package let label: String
    package let created: Date
    package let expires: Date?
    package let revoked: Date?
}

extension Store {
    /// Adds a user.
    package func addUser(_ name: String) async throws {
        guard Words.isUser(name) else {
            throw ServerError(
                "The name of a user has 1 to 128 letters, digits, “.”, “_”, “-”, “@” and “+” of ASCII, and begins with a letter "
                    + "or a digit."
            )
        }
        let now = now()
        try await administer { context in
            guard try SyncUser.find(name, context) == nil else {
                throw ServerError("There is a user of this name already.")
            }
            context.insert(SyncUser(name: name, created: now))
        }
    }

    /// The names of all users.
    package func users() async throws -> [String] {
        try await container.read { context in try context.fetch(FetchDescriptor<SyncUser>()).map(\.name).sorted() }
    }

    /// Removes a user with the user's tokens and rights. Zones of the user's own have to be removed before.
    package func removeUser(_ name: String) async throws {
        try await administer { context in
            let user = try Self.user(name, context)
            guard !user.memberships.contains(where: { $0.role == Role.owner.rawValue }) else {
                throw ServerError("The user has zones. Remove them first: “zones remove”.")
            }
            context.delete(user)
        }
    }

    /// Makes a token, whose text is nowhere but in the result.
    package func addToken(of user: String, label: String, expires: Date?) async throws -> Secret {
        let (secret, now) = (Secret(), now())
        try await administer { context in
            let token = AccessToken(
                identifier: secret.identifier,
                secretHash: secret.hash,
                label: label,
                created: now,
                expires: expires,
                user: try Self.user(user, context)
            )
            context.insert(token)
        }
        return secret
    }

    /// Takes a token back.
    package func revokeToken(_ identifier: String) async throws {
        let now = now()
        try await administer { context in
            guard let token = try AccessToken.find(identifier, context) else {
                throw ServerError("There is no token of this name. See “tokens list”.")
            }
            if token.revoked == nil { token.revoked = now }
        }
    }

    /// The tokens of a user, or of all.
    package func tokens(of user: String? = nil) async throws -> [TokenSummary] {
        try await container.read { context in
            try context.fetch(FetchDescriptor<AccessToken>(sortBy: [SortDescriptor(\.created)]))
                .filter { user == nil || $0.user.name == user }
                .map {
                    TokenSummary(
                        identifier: $0.identifier,
                        user: $0.user.name,
                        label: $0.label,
                        created: $0.created,
                        expires: $0.expires,
                        revoked: $0.revoked
                    )
                }
        }
    }
}
