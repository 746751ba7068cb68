import Foundation

/// The failures of calls as errors of a transport. Messages have codes and numbers, and no text of the server.
enum HTTPProblem {
    /// The body of an answer that describes an error.
    private struct Body: Decodable {
        let code: String?
    }

    /// The greatest time that a server may ask to wait for.
    private static let longestWait = 300

    /// The code of an answer, where it has one of the form of codes. A body of another form has none: it may come from
    /// a proxy, and the status determines the error.
    static func code(_ answer: HTTPAnswer) -> String? {
        let code = answer.header(HTTPHeader.code) ?? (try? JSONDecoder().decode(Body.self, from: answer.body))?.code
        return code.flatMap { HTTPText.isCode($0) ? $0 : nil }
    }

    static func retryAfter(_ answer: HTTPAnswer) -> Duration? {
        answer.header("retry-after").flatMap { HTTPText.count($0) }.map { .seconds(min($0, longestWait)) }
    }

    /// The error of an answer that is no success.
    static func error(_ answer: HTTPAnswer) -> SyncTransportError {
        let code = code(answer)
        let name = "The server has answered \(answer.status)" + (code.map { " (\($0))" } ?? "") + ". "
        switch (answer.status, code) {
        case (..<200, _): return strange("its status is \(answer.status)")
        case (400, "version-unsupported"):
            return SyncTransportError(
                .versionTooNew,
                name + "It speaks other versions of the protocol. Update this program."
            )
        case (401, _): return SyncTransportError(.refused, name + "The token is missing or not valid. Log in again.")
        case (403, _): return SyncTransportError(.refused, name + "The user may not do this. Change the user's rights.")
        case (404, "value-missing"):
            return SyncTransportError(.blobMissing, name + "The large value has not arrived. Try again later.")
        case (409, "sequence-taken"):
            return SyncTransportError(
                .sequenceTaken,
                name
                    + "Another packet has been sent with this number: draw a new device number and send the edits again."
            )
        case (409, "account-changed"):
            return SyncTransportError(.accountChanged, name + "Ask for the account, and send all data again.")
        case (410, "cursor-invalid"):
            return SyncTransportError(.cursorInvalid, name + "Fetch from the beginning, with a nil cursor.")
        case (413, _):
            return SyncTransportError(.refused, name + "The server takes no body of this size. Raise its limit.")
        case (422, _): return SyncTransportError(.unreachable, name + "The body was changed on its way. Try again.")
        case (507, _): return SyncTransportError(.storageFull, name + "Free space at the server.")
        case (408, _), (425, _), (429, _), (500..., _):
            return SyncTransportError(.unreachable, name + "Try again later.", retryAfter: retryAfter(answer))
        default: return SyncTransportError(.refused, name + "Check the URL and the name of the zone.")
        }
    }

    /// The error where there is no answer.
    static func unreachable(_ reason: String?) -> SyncTransportError {
        let reason = reason.map { " (\($0))" } ?? ""
        return SyncTransportError(.unreachable, "The server cannot be reached\(reason). Try again later.")
    }

    static let cut = SyncTransportError(.unreachable, "The answer was cut on its way. Try again.")

    static func tooLong(_ limit: Int) -> SyncTransportError {
        SyncTransportError(
            .refused,
            "The answer has more than \(limit) bytes. Raise maximumMessageBytes if packets are that large."
        )
    }

    /// The error where an answer is not of the protocol, such as the page of a portal.
    static func strange(_ part: String) -> SyncTransportError {
        SyncTransportError(
            .unreachable,
            "The answer is not of this protocol: \(part). Check the URL, or try again later."
        )
    }
}
