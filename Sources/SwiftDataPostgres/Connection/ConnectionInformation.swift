#if PostgreSQL
import CLibPQ

/// A connection string, before libpq sees it: libpq's messages quote the parts that it does not understand, which may
/// belong to a password.
enum ConnectionInformation {
    /// - Throws: ``PostgresFailure`` for a string that libpq cannot read, or reads otherwise than it was meant.
    static func check(_ information: String) throws(PostgresFailure) {
        guard information.contains("=") || information.contains("://") else { return }
        guard let options = PQconninfoParse(information, nil) else {
            throw refusal("libpq cannot parse the connection string")
        }
        defer { PQconninfoFree(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            let value = option.pointee.val.map { String(cString: $0) } ?? ""
            // A character of a password that is not escaped ends the part of the URL with the password.
            switch String(cString: keyword) {
            case "port" where !value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2C }):
                throw refusal("the port of the connection string is not a number. Write / in a password as %2F")
            case "dbname" where information.contains("://") && value.contains("@"):
                throw refusal(
                    "the connection string has an @ behind its host. Write / in a password as %2F, and @ as %40"
                )
            // A name that begins with @ is one of an abstract socket.
            case "host" where information.contains("://") && value.dropFirst().contains("@"):
                throw refusal("the host of the connection string has an @. Write @ in a password as %40")
            default: break
            }
            option += 1
        }
    }

    private static func refusal(_ message: String) -> PostgresFailure {
        PostgresFailure(state: nil, message: message, isConnectionLost: true)
    }
}
#endif
