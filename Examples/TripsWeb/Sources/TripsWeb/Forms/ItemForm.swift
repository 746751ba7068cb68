import TripsKit

/// The form of an item of a bucket list: empty, with the values of an item, or as somebody has sent it.
package struct ItemForm: Equatable, Sendable {
    package var title = Field("title", "Title", limit: 200)
    package var details = Field("details", "More about it", limit: 1_000)

    package init() { title.isRequired = true }

    package init(_ item: BucketListItem) {
        self.init()
        title.fill(item.title)
        details.fill(item.details)
    }

    /// The form that a browser has sent.
    init(_ sent: SentForm) {
        self.init()
        title.take(sent)
        details.take(sent)
    }

    /// The form with messages at its fields.
    func showing(_ errors: FormErrors) -> ItemForm {
        var form = self
        form.title.show(errors)
        form.details.show(errors)
        return form
    }

    /// Throws ``FormErrors`` where the form makes no item.
    package func check() throws {
        var errors: [String: String] = [:]
        for field in [title, details] { errors[field.name] = field.problem }
        guard errors.isEmpty else { throw FormErrors(errors) }
    }

    /// The values that somebody has changed in the form, of an item that somebody else may have changed meanwhile.
    ///
    /// Throws ``FormErrors`` with all that is wrong.
    package func edit(of current: ItemForm) throws -> (title: String?, details: String?) {
        try check()
        var crossed = FormErrors([:])
        let newTitle = title.isChanged(over: current.title, noting: &crossed) ? title.value : nil
        let newDetails = details.isChanged(over: current.details, noting: &crossed) ? details.value : nil
        guard crossed.messages.isEmpty else { throw crossed }
        return (newTitle, newDetails)
    }
}
