import Hummingbird
import TripsKit

/// The forms of trips, and what they do.
struct TripRoutes: Sendable {
    let board: LiveBoard
    let desks: Desks
    let pages: PageWriter

    /// The values of a form.
    private struct FormValues {
        let title: String
        let action: String
        let back: String
        let button: String
        let fields: [Field]
        let hasErrors: Bool
        let places: [String]
        let csrf: String
        let once: String
    }

    func add(to router: Router<WebContext>) {
        router.get("/trips/new") { request, context in
            var form = TripForm()
            form.destination.value = (request.parameters["destination"] ?? "").shortened(to: form.destination.limit)
            return try await write(form, nil, context)
        }
        router.post("/trips") { _, context in
            let form = TripForm(context.form)
            do {
                let slug = try await desks.change(as: context.session.person) { try await $0.add(form) }
                return Response.redirect(to: Page.trip(slug).address, type: .normal)
            } catch let errors as FormErrors {
                return try await write(form.showing(errors), nil, context, status: .unprocessableContent)
            }
        }
        router.get("/trips/:trip/edit") { _, context in
            let slug = try context.slug("trip")
            let form = try await desks.desk(of: context.session.person).form(of: slug)
            return try await write(form, slug, context)
        }
        router.post("/trips/:trip") { _, context in
            let slug = try context.slug("trip")
            let form = TripForm(context.form)
            do {
                try await desks.change(as: context.session.person) { try await $0.edit(slug, form) }
                return Response.redirect(to: Page.trip(slug).address, type: .normal)
            } catch let errors as FormErrors {
                return try await write(form.showing(errors), slug, context, status: .unprocessableContent)
            }
        }
        router.post("/trips/:trip/delete") { request, context in
            let slug = try context.slug("trip")
            try await desks.change(as: context.session.person) { try await $0.deleteTrip(slug) }
            return context.done(request, Page.list(ListQuery()))
        }
    }

    private func write(
        _ form: TripForm,
        _ slug: Slug?,
        _ context: WebContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let fields = [form.name, form.destination, form.start, form.end, form.stay, form.address, form.notes]
        let title = slug == nil ? "A new trip" : "Change “\(form.name.was)”"
        let page = slug.map(Page.trip) ?? Page.list(ListQuery())
        let values = FormValues(
            title: title,
            action: slug.map { "/trips/\($0)" } ?? "/trips",
            back: page.address,
            button: slug == nil ? "Add the trip" : "Save",
            fields: fields,
            hasErrors: fields.contains { $0.error != nil },
            places: try await board.placeNames(),
            csrf: context.session.token,
            once: Session.random()
        )
        let content = pages.templates.render("trip-form", values)
        return pages.page(title, content, for: context.session, status: status, back: page)
    }
}
