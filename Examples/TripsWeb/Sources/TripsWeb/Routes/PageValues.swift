import TripsKit

/// The values of the page with the list of trips.
struct ListPageValues {
    struct Choice {
        let value: String
        let label: String
        let isChosen: Bool
    }

    let search: String
    let show: [Choice]
    let order: [Choice]
    let sections: [Choice]
    let list: String

    init(query: ListQuery, list: String) {
        search = query.search
        self.list = list
        show = ListQuery.Show.allCases.map { show in
            let label =
                switch show {
                case .all: "All"
                case .upcoming: "Upcoming"
                case .past: "Past"
                }
            return Choice(value: show.rawValue, label: label, isChosen: show == query.show)
        }
        order = TripQuery.Order.allCases.map { order in
            let label =
                switch order {
                case .name: "Name"
                case .start: "First day"
                case .destination: "Destination"
                }
            return Choice(value: order.rawValue, label: label, isChosen: order == query.order)
        }
        sections = ListQuery.Sections.allCases.map { sections in
            let label =
                switch sections {
                case .time: "Time"
                case .destination: "Destination"
                }
            return Choice(value: sections.rawValue, label: label, isChosen: sections == query.sections)
        }
    }
}

/// The values of the page of a trip.
struct TripPageValues {
    let slug: String
    let head: String
    let bucket: String
    let stay: String
    let notes: String
    let photos: String
    let changes: String
    let state: String
    let csrf: String
    let once: String
    let photoOnce: String

    init(slug: Slug, html: [String: String], csrf: String, once: String) {
        self.slug = slug.description
        head = html["head"] ?? ""
        bucket = html["bucket"] ?? ""
        stay = html["stay"] ?? ""
        notes = html["notes"] ?? ""
        photos = html["photos"] ?? ""
        changes = html["trip-changes"] ?? ""
        state = html["state"] ?? ""
        self.csrf = csrf
        self.once = once
        photoOnce = Session.random()
    }
}

/// The values of the page with the places.
struct PlacesPageValues {
    let search: String
    let places: String
    let importing: String
    let csrf: String
    let once: String
}
