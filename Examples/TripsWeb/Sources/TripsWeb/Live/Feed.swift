import Foundation
import SwiftData
import TripsKit

/// A page that somebody looks at. Of the ``LiveBoard``, and used in its isolation only.
final class Feed {
    let key: FeedKey
    let results: PageResults
    /// The tabs that show the page.
    var mailboxes: [Mailbox] = []
    /// The number of times that a first tab came: what was told to earlier ones is of no use any more.
    var followings = 0
    var lastUse = ContinuousClock.now
    private var sources: [FragmentSource] = []
    private var fragments: [Fragment] = []

    init(key: FeedKey, results: PageResults) {
        self.key = key
        self.results = results
    }

    /// Renders those sources that are not as they were, and hands them to the tabs. All fragments of the page.
    func update(_ new: [FragmentSource], _ render: (FragmentSource) -> Fragment) -> [Fragment] {
        guard new != sources else { return fragments }
        var changed: [Fragment] = []
        let all = new.map { source in
            if let index = sources.firstIndex(of: source) { return fragments[index] }
            let fragment = render(source)
            changed.append(fragment)
            return fragment
        }
        (sources, fragments) = (new, all)
        if !changed.isEmpty { for mailbox in mailboxes { mailbox.put(changed) } }
        return all
    }
}

/// The live results behind a page, which pages of several people share.
enum PageResults {
    case trips(ResultsObserver<Trip, Never>)
    case tripsByDestination(ResultsObserver<Trip, String>)
    /// The trip of an identifier: one or none.
    case trip(ResultsObserver<Trip, Never>)
    case places(ResultsObserver<Place, Never>)
    /// Of a page that shows nothing but the history, and of a trip that there never was.
    case none
}
