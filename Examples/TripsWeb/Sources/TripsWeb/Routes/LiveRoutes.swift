import HTTPTypes
import Hummingbird

/// The pages that stay current, and their streams of events.
struct LiveRoutes: Sendable {
    let board: LiveBoard
    let pages: PageWriter

    /// Half of the connections, so that the others are left for requests. Tabs that come at one moment may be a few more.
    private static let mostTabs = Site.mostConnections / 2

    func add(to router: Router<WebContext>) {
        for path in ["/", "/trips/:trip", "/changes", "/places"] {
            router.get("\(path)") { request, context in try await show(request, context) }
            router.get("/live\(path)") { request, context in try await stream(request, context) }
        }
    }

    private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let page = Page(request) else { throw HTTPError(.notFound) }
        let person = context.session.person
        if case .trip(let slug) = page { try await board.read(slug, by: person) }
        let fragments = try await board.fragments(of: FeedKey(page: page, person: person))
        let html = Dictionary(uniqueKeysWithValues: fragments.map { ($0.id, $0.html) })
        let once = Session.random()
        switch page {
        case .list(let query):
            let values = ListPageValues(query: query, list: html["list"] ?? "")
            return write("Trips", "list-page", values, page, fragments, context)
        case .trip(let slug):
            guard html["head"] != nil else { return gone(page, fragments, context) }
            let values = TripPageValues(slug: slug, html: html, csrf: context.session.token, once: once)
            return write(try await board.name(of: slug), "trip-page", values, page, fragments, context)
        case .changes:
            return write("Changes", "changes-page", ["changes": html["changes"] ?? ""], page, fragments, context)
        case .places(let search):
            let values = PlacesPageValues(
                search: search,
                places: html["places"] ?? "",
                importing: html["importing"] ?? "",
                csrf: context.session.token,
                once: once
            )
            let isImporting = await board.isImporting
            return write("Places", "places-page", values, page, fragments, context, refresh: isImporting)
        }
    }

    private func write(
        _ title: String,
        _ template: String,
        _ values: Any,
        _ page: Page,
        _ fragments: [Fragment],
        _ context: WebContext,
        refresh: Bool = false
    ) -> Response {
        pages.page(
            title,
            pages.templates.render(template, values),
            for: context.session,
            back: page,
            live: fragments,
            refresh: refresh
        )
    }

    private func gone(_ page: Page, _ fragments: [Fragment], _ context: WebContext) -> Response {
        let state = fragments.first { $0.id == "state" }?.html ?? ""
        return pages.page("This trip is gone", state, for: context.session, status: .notFound)
    }

    private func stream(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let page = Page(request, after: "/live") else { throw HTTPError(.notFound) }
        guard await board.tabs < Self.mostTabs else { throw WebError.manyTabs }
        // A browser that has lost the connection says what it has; a page that was just loaded says it in the address.
        let seen = request.headers[.lastEventID] ?? request.parameters["since"] ?? ""
        let stream = LiveStream(
            board: board,
            key: FeedKey(page: page, person: context.session.person),
            seen: SeenFragments(seen)
        )
        return stream.response(to: request)
    }
}

extension Request {
    /// The parameters of the address; the first value where one comes twice.
    var parameters: [String: String] {
        let items = (uri.query ?? "").split(separator: "&").map { item in
            let text = item.replacing("+", with: " ")
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count == 2 ? Self.decoded(parts[1]) : "")
        }
        return Dictionary(items, uniquingKeysWith: { first, _ in first })
    }

    private static func decoded(_ text: Substring) -> String { text.removingPercentEncoding ?? "" }
}

extension Page {
    /// The page that a request asks for, whose path may have something before it.
    init?(_ request: Request, after prefix: String = "") {
        self.init(path: String(request.uri.path.dropFirst(prefix.count)), parameters: request.parameters)
    }
}
