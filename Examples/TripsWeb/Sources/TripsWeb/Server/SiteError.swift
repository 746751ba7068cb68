/// The reason why a site does not run.
public enum SiteError: Error, CustomStringConvertible {
    /// Another program listens at the port.
    case portInUse(Int)

    /// The reason, and what helps.
    public var description: String {
        switch self {
        case .portInUse(let port): "Another program listens at port \(port) already; choose another one by --port."
        }
    }
}
