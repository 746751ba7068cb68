/// The content of a tab: a page, as it is for a person.
package struct FeedKey: Hashable, Sendable {
    package let page: Page
    package let person: String

    package init(page: Page, person: String) {
        self.page = page
        self.person = person
    }
}
