import Hummingbird

/// The forms of bucket lists, and what they do.
struct ItemRoutes: Sendable {
    let desks: Desks
    let pages: PageWriter

    /// The values of a form.
    private struct FormValues {
        let title: String
        let action: String
        let back: String
        let button: String
        let fields: [Field]
        let csrf: String
        let once: String
    }

    func add(to router: Router<WebContext>) {
        router.post("/trips/:trip/items") { request, context in
            let slug = try context.slug("trip")
            let form = ItemForm(context.form)
            do {
                try await desks.change(as: context.session.person) { try await $0.addItem(form, to: slug) }
                return context.done(request, .trip(slug))
            } catch let errors as FormErrors where !request.isSentByScript {
                let action = "/trips/\(slug)/items"
                return write(form.showing(errors), "A new item", "Add the item", action, slug, context, errors)
            }
        }
        router.get("/items/:item/edit") { _, context in
            let slug = try context.slug("item")
            let (form, trip) = try await desks.desk(of: context.session.person).itemForm(of: slug)
            return write(form, "Change an item", "Save", "/items/\(slug)", trip, context)
        }
        router.post("/items/:item") { request, context in
            let slug = try context.slug("item")
            let form = ItemForm(context.form)
            do {
                let trip = try await desks.change(as: context.session.person) { try await $0.editItem(slug, form) }
                return context.done(request, trip.map(Page.trip) ?? context.back)
            } catch let errors as FormErrors {
                return write(form.showing(errors), "Change an item", "Save", "/items/\(slug)", nil, context, errors)
            }
        }
        router.post("/items/:item/done") { request, context in
            let (slug, isDone) = (try context.slug("item"), context.form["value"] == "1")
            try await desks.change(as: context.session.person) { try await $0.mark(slug, isDone: isDone) }
            return context.done(request, context.back)
        }
        router.post("/items/:item/move") { request, context in
            guard let position = Int(context.form["value"]) else { throw HTTPError(.badRequest) }
            let slug = try context.slug("item")
            try await desks.change(as: context.session.person) { try await $0.move(slug, to: position) }
            return context.done(request, context.back)
        }
        router.post("/items/:item/delete") { request, context in
            let slug = try context.slug("item")
            try await desks.change(as: context.session.person) { try await $0.deleteItem(slug) }
            return context.done(request, context.back)
        }
    }

    private func write(
        _ form: ItemForm,
        _ title: String,
        _ button: String,
        _ action: String,
        _ trip: Slug?,
        _ context: WebContext,
        _ errors: FormErrors? = nil
    ) -> Response {
        let page = trip.map(Page.trip) ?? context.back
        let values = FormValues(
            title: title,
            action: action,
            back: page.address,
            button: button,
            fields: [form.title, form.details],
            csrf: context.session.token,
            once: Session.random()
        )
        return pages.page(
            title,
            pages.templates.render("item-form", values),
            for: context.session,
            status: errors == nil ? .ok : .unprocessableContent,
            back: page
        )
    }
}
