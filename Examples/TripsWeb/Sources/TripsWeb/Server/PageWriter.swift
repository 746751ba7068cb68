import Hummingbird

/// Writes whole pages: the layout around the contents of one.
struct PageWriter: Sendable {
    let templates: Templates

    /// The values of the layout.
    private struct Layout {
        let title: String
        let content: String
        let person: String
        let csrf: String
        let once: String
        let back: String
        /// The address of the stream of events; nil for pages that do not change.
        let live: String?
        let seen: String
        let undo: String
        /// The state of sync; nil where there is none, and for pages that do not change.
        let sync: String?
        let version = Assets.version
        let inTrips: Bool
        let inPlaces: Bool
        let inChanges: Bool
        let refresh: Bool
    }

    /// A page.
    /// - Parameters:
    ///   - back: The page that forms lead back to.
    ///   - live: The fragments that the page has, if it stays current.
    func page(
        _ title: String,
        _ content: String,
        for session: Session,
        status: HTTPResponse.Status = .ok,
        back: Page = .list(ListQuery()),
        live: [Fragment]? = nil,
        refresh: Bool = false
    ) -> Response {
        let layout = Layout(
            title: title == "Trips" ? title : "\(title) · Trips",
            content: content,
            person: session.person,
            csrf: session.token,
            once: Session.random(),
            back: back.address,
            live: live == nil ? nil : "/live" + back.address,
            seen: SeenFragments(live ?? []).description,
            undo: live?.first { $0.id == "undo" }?.html ?? "<div id=\"undo\"></div>",
            sync: live?.first { $0.id == "sync" }?.html,
            inTrips: back.section == .trips,
            inPlaces: back.section == .places,
            inChanges: back.section == .changes,
            refresh: refresh
        )
        return Response(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: templates.render("layout", layout)))
        )
    }

    /// A page with a message.
    func error(_ status: HTTPResponse.Status, _ title: String, _ message: String, for session: Session) -> Response {
        page(
            title,
            templates.render("error", ["title": title, "message": message]),
            for: session,
            status: status
        )
    }
}

extension Page {
    /// A part of the site, as the head of each page names it.
    enum Section { case trips, places, changes }

    var section: Section {
        switch self {
        case .list, .trip: .trips
        case .places: .places
        case .changes: .changes
        }
    }
}
