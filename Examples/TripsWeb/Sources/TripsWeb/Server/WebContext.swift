import Foundation
import Hummingbird
import Logging

/// The data of a request besides its head.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The person who asks. Set by ``SessionMiddleware``.
    var session = Session(token: "", person: "", isNew: false)
    /// The form of a `POST`, checked. Set by ``FormMiddleware``.
    var form = SentForm()

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
    }
}

/// A browser, and the person who uses it.
struct Session: Sendable {
    /// A random text that is known to the browser and to the pages that it is sent.
    let token: String
    /// The name under which changes are saved.
    let person: String
    /// True for a browser that has no token yet.
    let isNew: Bool

    static let tokenCookie = "trips-session"
    static let personCookie = "trips-person"
    static let longestPerson = 40

    /// Reads the cookies of a request.
    init(_ request: Request, defaultPerson: String) {
        let given = request.cookies[Self.tokenCookie]?.value ?? ""
        let isKnown = given.wholeMatch(of: /[0-9a-f]{32}/) != nil
        let name = request.cookies[Self.personCookie]?.value.removingPercentEncoding ?? ""
        let person = Field.clean(name, isLong: false)
        self.init(
            token: isKnown ? given : Self.random(),
            person: person.isEmpty || person.utf16.count > Self.longestPerson ? defaultPerson : person,
            isNew: !isKnown
        )
    }

    init(token: String, person: String, isNew: Bool) {
        (self.token, self.person, self.isNew) = (token, person, isNew)
    }

    /// 128 random bits as text.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// True if a text is the token. Takes the same time for each text of its length.
    func accepts(_ text: String) -> Bool {
        let (given, known) = (Array(text.utf8), Array(token.utf8))
        guard given.count == known.count, !known.isEmpty else { return false }
        return zip(given, known).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
