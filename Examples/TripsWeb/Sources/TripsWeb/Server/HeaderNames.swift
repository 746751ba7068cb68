import HTTPTypes

/// Names of headers that the package of HTTP types does not have.
extension HTTPField.Name {
    /// The last event of a stream that the browser has.
    static let lastEventID = known("Last-Event-ID")
    /// Set by the page's script on the forms that it sends.
    static let requestedWith = known("X-Requested-With")
    static let referrerPolicy = known("Referrer-Policy")
    static let openerPolicy = known("Cross-Origin-Opener-Policy")
    static let resourcePolicy = known("Cross-Origin-Resource-Policy")
    static let frameOptions = known("X-Frame-Options")

    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not a valid name of a header.") }
        return name
    }
}
