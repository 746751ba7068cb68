/// What a tab shows: a page, as it is for a person.
struct FeedKey: Hashable, Sendable {
    let page: Page
    let person: String
}
