import Foundation
import SwiftData
import TripsKit

// What each page is made of.

extension LiveBoard {
    /// The feed of a page: the one that there is, or a new one. Pages of several people share the results.
    func feed(for key: FeedKey) throws -> Feed {
        if let feed = feeds[key] { return feed }
        log.begin(key.person)
        let shared = feeds.values.first { $0.key.page == key.page }?.results
        let feed = Feed(key: key, results: try shared ?? results(for: key.page))
        feeds[key] = feed
        dropFeeds(keeping: Self.mostIdleFeeds)
        return feed
    }

    private static let mostIdleFeeds = 64

    /// Lets go of pages that nobody looks at: the ones that were left first if there are many, and those that were
    /// left long ago.
    func dropFeeds(keeping most: Int, idleFor duration: Duration = .zero) {
        let limit = ContinuousClock.now - duration
        let idle = feeds.values.filter { $0.mailboxes.isEmpty && $0.lastUse < limit }.sorted { $0.lastUse < $1.lastUse }
        for feed in idle.dropLast(most) { feeds[feed.key] = nil }
    }

    private func results(for page: Page) throws -> PageResults {
        counts.fetches += 1
        switch page {
        case .list(let query):
            let descriptor = query.descriptor(today: state.today)
            switch query.sections {
            case .time:
                return .trips(try ResultsObserver(fetchDescriptor: descriptor, modelContext: modelContext))
            case .destination:
                return .tripsByDestination(
                    try ResultsObserver(
                        fetchDescriptor: descriptor,
                        sectionBy: \.destination,
                        modelContext: modelContext
                    )
                )
            }
        case .trip(let slug):
            guard let id = try slugs.identifier(slug, of: Trip.self, in: modelContext) else { return .none }
            return .trip(
                try ResultsObserver(filterBy: #Predicate { $0.persistentModelID == id }, modelContext: modelContext)
            )
        case .places(let search):
            let wantsAnyText = search.isEmpty
            var descriptor = FetchDescriptor<Place>(
                predicate: #Predicate { place in
                    wantsAnyText || place.name.localizedStandardContains(search)
                        || place.zone.localizedStandardContains(search)
                },
                sortBy: [SortDescriptor(\.name), SortDescriptor(\.zone)]
            )
            descriptor.fetchLimit = PlacesView.most
            return .places(try ResultsObserver(fetchDescriptor: descriptor, modelContext: modelContext))
        case .changes: return .none
        }
    }

    /// The contents of a page at this moment.
    func sources(of feed: Feed) -> [FragmentSource] {
        counts.readings += 1
        let person = feed.key.person
        let sync = state.sync.map { [FragmentSource.sync(SyncView($0))] } ?? []
        return pageSources(of: feed) + [.undo(state.undo[person] ?? .nothing)] + sync
    }

    private func pageSources(of feed: Feed) -> [FragmentSource] {
        switch (feed.key.page, feed.results) {
        case (.list(let query), .trips(let observer)):
            let cards = observer.results.compactMap { card($0, for: feed.key.person) }
            return [.list(TripListView(sections: TripListView.byTime(cards, order: query.order), query: query))]
        case (.list(let query), .tripsByDestination(let observer)):
            let sections = observer.sections.map { sections in
                sections.map { section in
                    TripListView.Section(section.title, section.compactMap { card($0, for: feed.key.person) })
                }
            }
            return [.list(TripListView(sections: sections ?? [], query: query))]
        case (.trip, .trip(let observer)):
            guard let trip = observer.results.first else { return [.state(gone(feed))] }
            return sources(of: trip)
        case (.places, .places(let observer)):
            let places = Array(observer.results)
            let total = countPlaces(showing: places.count)
            return [.importing(state.importing), .places(PlacesView(places, total: total))]
        case (.changes(let author), _): return [.changes(ChangesView(log.events, author: author))]
        default: return [.state(gone(feed))]
        }
    }

    private func card(_ trip: Trip, for person: String) -> TripCard? {
        TripCard(trip, today: state.today, changedBy: log.unread[person]?[trip.persistentModelID])
    }

    private func sources(of trip: Trip) -> [FragmentSource] {
        let id = trip.persistentModelID
        let events = log.events.filter { $0.trip == id }
        guard let head = TripHead(trip, today: state.today, last: events.first.map(ChangeLine.init)) else { return [] }
        return [
            .state(TripState(isGone: false, by: nil)),
            .head(head),
            .bucket(BucketView(trip)),
            .stay(StayView(trip)),
            .notes(NotesView(trip)),
            .photos(PhotosView(trip)),
            .tripChanges(TripChangesView(Array(events.prefix(6)))),
        ]
    }

    private func gone(_ feed: Feed) -> TripState {
        guard case .trip(let slug) = feed.key.page else { return TripState(isGone: true, by: nil) }
        let deletion = log.events.first { event in
            event.kind == .deleted && event.trip.flatMap { Slug($0) } == slug
        }
        return TripState(isGone: true, by: deletion.map { $0.author ?? "somebody" })
    }

    /// The number of all places, or of those that are shown where they are all that can be counted now.
    private func countPlaces(showing shown: Int) -> Int {
        do {
            return try modelContext.fetchCount(FetchDescriptor<Place>())
        } catch {
            logger.error("The places could not be counted: \(error)")
            return shown
        }
    }
}

extension LiveBoard {
    private static let mostPlaceNames = 600

    /// The names of the imported places, for forms to choose from.
    ///
    /// Throws what a fetch throws.
    func placeNames() throws -> [String] {
        var descriptor = FetchDescriptor<Place>(sortBy: [SortDescriptor(\.name)])
        descriptor.fetchLimit = Self.mostPlaceNames
        descriptor.propertiesToFetch = [\.name]
        var names = try modelContext.fetch(descriptor).map(\.name)
        names = names.enumerated().filter { $0 == 0 || names[$0 - 1] != $1 }.map(\.element)
        return names
    }

    /// The name of a trip, for the title of its page; empty where it is gone.
    ///
    /// Throws what a fetch throws.
    func name(of slug: Slug) throws -> String {
        try slugs.model(slug, of: Trip.self, in: modelContext)?.name ?? ""
    }
}
