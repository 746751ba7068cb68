/// A zone by a user and the name that the zone has for the user: `anna/trips`.
package struct ZonePath: Sendable, Equatable, CustomStringConvertible {
    package let user: String
    package let name: String

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, Words.isUser(parts[0]), Words.isZone(parts[1]) else { return nil }
        (user, name) = (String(parts[0]), String(parts[1]))
    }

    package var description: String { "\(user)/\(name)" }
}
