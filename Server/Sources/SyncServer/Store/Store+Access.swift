import SwiftData

/// The rights of a request: its user, its role and its zone.
package struct Access: Sendable {
    package let user: String
    package let role: Role
    /// The number of the zone.
    package let zone: Int
    package let account: String

    /// The mark of positions, by which positions of another log are recognised.
    var mark: String { String(account.prefix(8)) }
}

extension Store {
    /// The hash that is compared where there is no token, so that the answer takes as long.
    private static let nobody = Data(count: 32)

    /// Determines the rights of the owner of a token in a zone.
    ///
    /// - Throws: ``Problem`` `unauthorized` for a token that is not valid, and `zoneMissing` for a zone that is not
    ///   there or is not for this user, which answers do not distinguish.
    func access(_ secret: Secret, zone name: String) async throws -> Access {
        let (now, isZone) = (now(), Words.isZone(name))
        return try await container.read { context in
            let token = try AccessToken.find(secret.identifier, context)
            let isSame = ConstantTime.isEqual(token?.secretHash ?? Self.nobody, secret.hash)
            guard isSame, let token, token.revoked == nil, token.expires.map({ $0 > now }) ?? true else {
                throw Problem.unauthorized
            }
            let user = token.user.name
            guard isZone, let membership = try Membership.find(name, of: user, context),
                let role = Role(rawValue: membership.role)
            else { throw Problem.zoneMissing(for: user) }
            let zone = membership.zone
            return Access(user: user, role: role, zone: zone.number, account: zone.account)
        }
    }
}
