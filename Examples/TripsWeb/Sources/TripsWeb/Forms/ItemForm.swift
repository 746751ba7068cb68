/// The form of an item of a bucket list.
struct ItemForm: Equatable, Sendable {
    var title: String
    var details: String

    private static let longestTitle = 200
    private static let longestDetails = 1_000

    init(title: String, details: String) {
        self.title = title
        self.details = details
    }

    /// The form that a browser has sent.
    init(_ sent: SentForm) {
        title = Field.clean(sent["title"], isLong: false)
        details = Field.clean(sent["details"], isLong: false)
    }

    /// The fields for a template, with messages.
    func fields(_ errors: FormErrors?) -> (title: Field, details: Field) {
        var first = Field("title", "Title", title, limit: Self.longestTitle)
        first.isRequired = true
        first.error = errors?.messages["title"]
        var second = Field("details", "More about it", details, limit: Self.longestDetails)
        second.error = errors?.messages["details"]
        return (first, second)
    }

    /// Throws ``FormErrors`` where the form makes no item.
    func check() throws {
        var errors: [String: String] = [:]
        if title.isEmpty { errors["title"] = "Title must not be empty." }
        if title.count > Self.longestTitle { errors["title"] = "At most \(Self.longestTitle) characters fit here." }
        if details.count > Self.longestDetails {
            errors["details"] = "At most \(Self.longestDetails) characters fit here."
        }
        guard errors.isEmpty else { throw FormErrors(errors) }
    }
}
