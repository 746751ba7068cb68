import HTTPTypes

/// An error of the protocol: a status, a code and a text for people. Neither has values, names of other users, or tokens.
struct Problem: Error, Sendable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    var headers = HTTPFields()
    /// The user of a token that was valid.
    var user: String?

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String, _ headers: HTTPFields = [:]) {
        (self.status, self.code, self.message, self.headers) = (status, code, message, headers)
    }

    static let badRequest = Problem(
        .badRequest,
        "bad-request",
        "The request is not of this protocol. See sync-http.md."
    )
    static let version = Problem(
        .badRequest,
        "version-unsupported",
        "The server speaks version 1 of the protocol. Name it in OSD-Sync-Versions."
    )
    static let unauthorized = Problem(
        .unauthorized,
        "unauthorized",
        "The token is missing, expired or not valid. Ask the administrator for another one.",
        [.wwwAuthenticate: #"Bearer realm="sync""#]
    )
    static let forbidden = Problem(
        .forbidden,
        "forbidden",
        "The user may not do this. Ask the administrator for the right."
    )
    static func zoneMissing(for user: String?) -> Problem {
        var problem = Problem(
            .notFound,
            "zone-missing",
            "The user has no zone of this name. Ask the administrator for it."
        )
        problem.user = user
        return problem
    }
    static let noSuchRequest = Problem(
        .methodNotAllowed,
        "bad-request",
        "The server has no such request. See sync-http.md."
    )
    static func valueMissing(_ arrived: Int) -> Problem {
        Problem(
            .notFound,
            "value-missing",
            "The large value has not arrived as a whole. Send it, or try again later.",
            [.syncOffset: String(arrived)]
        )
    }
    static func offsetMismatch(_ arrived: Int) -> Problem {
        Problem(
            .conflict,
            "offset-mismatch",
            "The part begins after what has arrived. Go on at OSD-Sync-Offset.",
            [.syncOffset: String(arrived)]
        )
    }
    static let rangeNotSatisfiable = Problem(
        .rangeNotSatisfiable,
        "bad-request",
        "The range begins behind the value. Fetch it without a range."
    )
    static let sequenceTaken = Problem(
        .conflict,
        "sequence-taken",
        "Another packet has this device and sequence. Draw a new device number."
    )
    static let accountChanged = Problem(
        .conflict,
        "account-changed",
        "The zone has another account. Ask for it, and join anew."
    )
    static let cursorInvalid = Problem(.gone, "cursor-invalid", "The position is not kept. Fetch from the start.")
    static let tooLarge = Problem(
        .contentTooLarge,
        "too-large",
        "The body has more bytes than the server takes. Send less."
    )
    static let lengthRequired = Problem(
        .lengthRequired,
        "bad-request",
        "The body of a large value needs Content-Length or Content-Range."
    )
    static let encodingUnsupported = Problem(
        .unsupportedMediaType,
        "encoding-unsupported",
        "The server reads plain bodies and gzip. Send the body plain."
    )
    static let damaged = Problem(.unprocessableContent, "damaged", "The bytes have another hash. Send them again.")
    static let storageFull = Problem(
        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
        "storage-full",
        "The quota of the zone is used up. Ask the administrator for more."
    )
    static func tooMany(retryAfter seconds: Int) -> Problem {
        Problem(.tooManyRequests, "too-many", "Too many requests. Wait, and try again.", [.retryAfter: String(seconds)])
    }
    static let busy = Problem(.serviceUnavailable, "busy", "The server is busy. Try again soon.", [.retryAfter: "1"])
    static let manyStreams = Problem(
        .serviceUnavailable,
        "busy",
        "The server has reached its limit of event streams. Try again later.",
        [.retryAfter: "30"]
    )
    static let failure = Problem(
        .internalServerError,
        "failure",
        "The request has failed. The log of the server says more."
    )
}
