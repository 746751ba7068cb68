import Hummingbird

/// The account of a zone.
enum AccountRoute {
    static func account(_ asked: ZoneRequest) async throws -> Response {
        Answers.json(#"{"account":"\#(asked.access.account)"}"#)
    }
}
