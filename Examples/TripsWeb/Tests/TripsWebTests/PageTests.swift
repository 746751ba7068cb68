import Foundation
import Testing
import TripsKit
import TripsWeb

@Suite struct PageTests {
    @Test(arguments: [
        "/", "/?q=s%C3%A3o%20%26%20%3Cb%3E&show=past&sort=name&sections=destination", "/trips/p7", "/changes",
        "/changes?author=Anna%20B", "/places", "/places?q=san",
    ])
    func anAddressIsReadAndWrittenTheSame(address: String) throws {
        let page = try #require(Page(address: address))
        #expect(page.address == address)
        #expect(Page(address: page.address) == page)
    }

    @Test(arguments: [
        "/trips", "/trips/../etc", "/trips/p7/edit", "/trips/%2e%2e", "/nothing", "//evil.example",
        "https://evil.example/", "/trips/p7%00", "javascript:alert(1)",
    ])
    func anAddressThatIsNoPageIsNone(address: String) {
        // A form leads back to a page only, and never to another host.
        #expect(Page(address: address).map { !$0.address.hasPrefix("/trips/") && !$0.address.hasPrefix("//") } ?? true)
        if address.contains("trips/") || address.contains("evil") || address == "/nothing" {
            #expect(Page(address: address) == nil)
        }
    }

    @Test func whatMakesNoSenseInAnAddressCountsAsMissing() {
        let query = ListQuery(["show": "never", "sort": "price", "q": String(repeating: "x", count: 500)])
        #expect(query.show == .all && query.order == .start && query.search.count == 100)
    }

    @Test func theHashesOfFragmentsGoIntoAnIdAndBack() {
        let (a, b) = (Fragment(id: "list", html: "<p>1</p>"), Fragment(id: "undo", html: ""))
        var seen = SeenFragments([a])
        #expect(seen.has(a) && !seen.has(b))
        seen.note(b)
        #expect(SeenFragments(seen.description) == seen)
        #expect(!SeenFragments(seen.description).has(Fragment(id: "list", html: "<p>2</p>")))
        // The text goes back into a stream of events.
        #expect(SeenFragments("~~..~a.b.c~\u{0}~x.1\n\ndata: evil~é.1") == SeenFragments())
    }

    @Test func aMailboxKeepsTheNewestTextOfEachFragmentOnly() async {
        let mailbox = Mailbox(number: 1, key: FeedKey(page: .changes(author: nil), person: "anna"))
        for number in 0..<1_000 { mailbox.put([Fragment(id: "list", html: "\(number)")]) }
        mailbox.put([Fragment(id: "undo", html: "u")])
        mailbox.finish()
        var wakeups = 0
        for await _ in mailbox.wakeups { wakeups += 1 }
        #expect(wakeups == 1)
        #expect(mailbox.take().map(\.html) == ["999", "u"])
        #expect(mailbox.take().isEmpty)
    }

    @Test func daysAreWrittenAsPeopleDo() throws {
        func range(_ start: String, _ end: String) throws -> String {
            DayText.range(try Day.date(start), try Day.date(end))
        }
        func countdown(_ start: String, _ end: String) throws -> String {
            DayText.countdown(try Day.date(start), try Day.date(end), today: try Day.date("2027-03-26"))
        }
        #expect(try range("2027-03-24", "2027-03-30") == "24–30 March 2027")
        #expect(try range("2027-03-24", "2027-04-02") == "24 March – 2 April 2027")
        #expect(try range("2027-12-30", "2028-01-02") == "30 December 2027 – 2 January 2028")
        #expect(try range("2027-03-24", "2027-03-24") == "24 March 2027")
        #expect(try countdown("2027-03-24", "2027-03-30") == "day 3 of 7")
        #expect(try countdown("2027-03-26", "2027-03-26") == "today")
        #expect(try countdown("2027-03-27", "2027-03-30") == "tomorrow")
        #expect(try countdown("2027-04-05", "2027-04-06") == "in 10 days")
        #expect(try countdown("2027-03-20", "2027-03-25") == "ended yesterday")
        #expect(try countdown("2025-03-20", "2025-03-25") == "2 years ago")
    }
}
