import Foundation
import Logging
import SwiftData
import TripsKit

/// The one place of the program that reads the trips: it holds the live results of all pages that anybody looks at.
///
/// However many tabs show a page, a change is read once, rendered once, and put into the mailbox of each tab.
package actor LiveBoard: ModelActor {
    package nonisolated let modelContainer: ModelContainer
    package nonisolated let modelExecutor: any ModelExecutor
    nonisolated let slugs = Slugs()
    nonisolated let store: TripStore
    nonisolated let templates: Templates
    nonisolated let logger: Logger
    let state = BoardState()
    let log = ChangeLog()
    var feeds: [FeedKey: Feed] = [:]
    var mailboxCount = 0
    var counts = Counts()
    /// The token of the last transaction whose changes are marked, as JSON.
    var position: Data?
    /// True once each new transaction is noted.
    var isFollowing = false
    /// The version of the marks that the file has.
    var keptVersion = 0
    /// The number of the database's file as it was opened.
    let fileNumber: UInt64?

    /// The amount of work that the board has done, for the health check and for tests.
    struct Counts: Sendable {
        /// Fetches for new live results. What changes later is put in place in memory or fetched by the results.
        var fetches = 0
        /// The number of times that the contents of a page were put together.
        var readings = 0
        /// Fragments that were rendered.
        var renderings = 0
    }

    init(_ store: TripStore, container: ModelContainer, templates: Templates, logger: Logger) {
        self.store = store
        modelContainer = container
        let context = ModelContext(container)
        context.autosaveEnabled = false
        modelExecutor = DefaultSerialModelExecutor(modelContext: context)
        self.templates = templates
        self.logger = logger
        fileNumber = Self.number(of: store.file)
    }

    /// The fragments of a page as they are now, with every save of this program that has returned. What another program
    /// has saved in the last milliseconds comes by the stream.
    ///
    /// Throws what a fetch throws.
    package func fragments(of key: FeedKey) throws -> [Fragment] {
        let feed = try feed(for: key)
        feed.lastUse = .now
        return feed.update(sources(of: feed), render)
    }

    /// A mailbox that gets the fragments of a page at once, and what changes from then on.
    ///
    /// Throws what a fetch throws.
    package func subscribe(to key: FeedKey) throws -> Mailbox {
        let feed = try feed(for: key)
        mailboxCount += 1
        let mailbox = Mailbox(number: mailboxCount, key: key)
        if feed.mailboxes.isEmpty {
            feed.followings += 1
            look(at: feed, following: feed.followings)
        }
        mailbox.put(feed.update(sources(of: feed), render))
        feed.mailboxes.append(mailbox)
        return mailbox
    }

    /// The tab of a mailbox is gone.
    package func unsubscribe(_ mailbox: Mailbox) {
        mailbox.finish()
        guard let feed = feeds[mailbox.key] else { return }
        feed.mailboxes.removeAll { $0 === mailbox }
        feed.lastUse = .now
    }

    /// Updates a page now, and each time that something it was made of has changed, while there are tabs.
    private func look(at feed: Feed, following: Int) {
        let key = feed.key
        let new = withObservationTracking {
            sources(of: feed)
        } onChange: { [weak self] in
            // The change is being made at this moment; the actor's next job sees it.
            Task { await self?.lookAgain(at: key, following: following) }
        }
        _ = feed.update(new, render)
    }

    private func lookAgain(at key: FeedKey, following: Int) {
        guard let feed = feeds[key], feed.followings == following, !feed.mailboxes.isEmpty else { return }
        look(at: feed, following: following)
    }

    private func render(_ source: FragmentSource) -> Fragment {
        counts.renderings += 1
        return Fragment(id: source.id, html: templates.render(source.id, source.values))
    }
}
