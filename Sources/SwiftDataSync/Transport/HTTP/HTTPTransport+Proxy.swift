#if canImport(FoundationNetworking)
    public import Foundation

    extension HTTPTransport {
        /// An HTTP proxy, which is asked by `CONNECT` for a connection to the server.
        ///
        /// Apple's systems have the settings of URLSession instead.
        public struct Proxy: Hashable, Sendable {
            /// The name or the address of the proxy.
            public var host: String
            /// The port of the proxy.
            public var port: Int
            /// The name of the user at the proxy, if it asks for one.
            public var user: String?
            /// The password of the user at the proxy.
            public var password: String?

            /// Creates the description of a proxy.
            public init(host: String, port: Int, user: String? = nil, password: String? = nil) {
                (self.host, self.port, self.user, self.password) = (host, port, user, password)
            }

            /// Reads the proxy for a URL from variables of an environment: `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`,
            /// also in upper case except for `http_proxy`. It is nil where none is named, or one that does not speak HTTP.
            ///
            /// - Parameters:
            ///   - url: The URL of the server.
            ///   - environment: The variables; the variables of the process by default.
            public init?(for url: URL, environment: [String: String] = ProcessInfo.processInfo.environment) {
                func value(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
                guard let origin = HTTPOrigin(url), !Self.isDirect(origin.host, value("no_proxy") ?? "") else {
                    return nil
                }
                // A web server passes the header Proxy of a request on as HTTP_PROXY.
                let own = origin.isSecure ? value("https_proxy") : environment["http_proxy"]
                guard let text = own ?? value("all_proxy") else { return nil }
                let address = text.contains("://") ? text : "http://" + text
                guard let parts = URLComponents(string: address, encodingInvalidCharacters: false),
                    parts.scheme?.lowercased() == "http", var host = parts.host, !host.isEmpty,
                    let port = UInt16(exactly: parts.port ?? 1_080)
                else { return nil }
                if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
                self.init(host: host, port: Int(port), user: parts.user, password: parts.password)
            }

            /// True for a host that a list has, or that is below one of them.
            private static func isDirect(_ host: String, _ list: String) -> Bool {
                list.lowercased().split(separator: ",").contains { entry in
                    let name = entry.drop { $0 == " " || $0 == "." }.prefix { $0 != " " }
                    return name == "*" || !name.isEmpty && (host == name || host.hasSuffix("." + name))
                }
            }
        }
    }

    extension HTTPTransport.Proxy: CustomStringConvertible, CustomReflectable {
        /// The host and the port, without the user and the password.
        public var description: String { "\(host):\(port)" }
        /// The host and the port, without the user and the password.
        public var customMirror: Mirror { Mirror(self, children: ["host": host, "port": port]) }
    }
#endif
