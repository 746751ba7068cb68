import Foundation

/// Trips and places as lines of text.
public enum TripText {
    /// One line of a list: days, name, destination, how much of the bucket list is done.
    public static func line(_ trip: Trip) -> String {
        var line = "\(Day.text(trip.startDate)) – \(Day.text(trip.endDate))  \(trip.name), \(trip.destination)"
        if !trip.bucketList.isEmpty {
            line += "  [\(trip.bucketList.count { $0.isDone })/\(trip.bucketList.count) done]"
        }
        return line
    }

    /// One line of a list, marked where somebody else has changed the trip.
    public static func line(_ trip: Trip, isUnread: Bool) -> String { line(trip) + (isUnread ? "  ● unread" : "") }

    /// One line about something that happened: when, who, what.
    public static func event(_ event: TripEvent) -> String {
        let what =
            switch (event.subject, event.kind) {
            case (.places(let count), _): "imported \(count) places"
            case (_, .added): "added \(name(event.subject))"
            case (_, .deleted): "deleted \(name(event.subject))"
            case (_, .changed(let properties)):
                "changed \(name(event.subject))" + (properties.isEmpty ? "" : ": " + properties.joined(separator: ", "))
            }
        return "\(moment(event.date))  \(event.author ?? "somebody") \(what)"
    }

    private static func name(_ subject: TripEvent.Subject) -> String {
        guard case .trip(let name, let destination, let startDate, _) = subject else { return "a forgotten trip" }
        return "\(name), \(destination), from \(Day.text(startDate))"
    }

    private static func moment(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        return date.formatted(style.year().month().day().time(includingFractionalSeconds: false))
    }

    /// Everything about a trip.
    public static func details(_ trip: Trip) -> [String] {
        var lines = [
            trip.name,
            "  Destination  \(trip.destination)",
            "  Days         \(Day.text(trip.startDate)) – \(Day.text(trip.endDate))",
        ]
        if let place = trip.place { lines.append("  Place        \(self.place(place))") }
        if let stay = trip.livingAccommodation {
            lines.append("  Stay         " + ([stay.name] + (stay.address.map { [$0] } ?? [])).joined(separator: ", "))
        }
        if !trip.bucketList.isEmpty { lines.append("  Bucket list") }
        for item in trip.bucketList {
            let details = item.details.isEmpty ? "" : " (\(item.details))"
            lines.append("    [\(item.isDone ? "x" : " ")] \(item.title)\(details)")
        }
        if !trip.photos.isEmpty { lines.append("  Photos       \(trip.photos.count)") }
        if !trip.notes.isEmpty {
            lines.append("  Notes")
            lines += trip.notes.split(whereSeparator: \.isNewline).map { "    \($0)" }
        }
        return lines
    }

    /// One line about a place: name, countries, position, zone.
    public static func place(_ place: Place) -> String {
        let latitude = degrees(place.latitude, positive: "N", negative: "S")
        let longitude = degrees(place.longitude, positive: "E", negative: "W")
        let countries = place.countryCodes.joined(separator: ", ")
        return "\(place.name) (\(countries)), \(latitude) \(longitude), \(place.zone)"
    }

    private static func degrees(_ angle: Double, positive: String, negative: String) -> String {
        let minutes = Int((abs(angle) * 60).rounded())
        return "\(minutes / 60)°\(minutes % 60)′\(angle < 0 ? negative : positive)"
    }
}
