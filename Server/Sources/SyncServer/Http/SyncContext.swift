import Hummingbird
import Logging
import NIOCore

/// The data of a request besides its head.
struct SyncContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the client, or of the proxy before the server.
    let peer: String

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
}
