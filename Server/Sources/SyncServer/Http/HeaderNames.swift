import HTTPTypes

/// The names of headers of the protocol.
extension HTTPField.Name {
    static let syncVersions = known("OSD-Sync-Versions")
    static let syncVersion = known("OSD-Sync-Version")
    static let syncAccount = known("OSD-Sync-Account")
    static let syncPosition = known("OSD-Sync-Position")
    static let syncMore = known("OSD-Sync-More")
    static let syncOffset = known("OSD-Sync-Offset")
    static let syncCode = known("OSD-Sync-Code")
    static let lastEventID = known("Last-Event-ID")
    static let forwardedFor = known("X-Forwarded-For")

    // Called with the names above alone.
    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not a valid name of a header.") }
        return name
    }
}
