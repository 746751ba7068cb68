import SwiftData

extension TripBook {
    /// Adds a trip. One with the same name and days only gets the destination, and keeps what belongs to it.
    public func add(name: String, destination: String, startDate: Date, endDate: Date) throws -> Trip {
        try Self.check(name: name, startDate: startDate, endDate: endDate)
        let trip: Trip
        if let known = try trips(named: name).first(where: { $0.startDate == startDate && $0.endDate == endDate }) {
            trip = known
            trip.destination = destination
        } else {
            trip = Trip(name: name, destination: destination, startDate: startDate, endDate: endDate)
            context.insert(trip)
        }
        trip.place = try place(named: destination)
        try context.save()
        return trip
    }

    /// The changes of a trip; nil leaves a value as it is.
    public struct Edit {
        /// The name.
        public var name: String?
        /// The destination, which also chooses the place.
        public var destination: String?
        /// The first day.
        public var startDate: Date?
        /// The last day.
        public var endDate: Date?
        /// The name of the accommodation; empty to remove it.
        public var stay: String?
        /// The address of the accommodation.
        public var address: String?
        /// The notes.
        public var notes: String?

        /// An edit of the values that are given.
        public init(
            name: String? = nil,
            destination: String? = nil,
            startDate: Date? = nil,
            endDate: Date? = nil,
            stay: String? = nil,
            address: String? = nil,
            notes: String? = nil
        ) {
            self.name = name
            self.destination = destination
            self.startDate = startDate
            self.endDate = endDate
            self.stay = stay
            self.address = address
            self.notes = notes
        }

        /// True if nothing is to be changed.
        public var isEmpty: Bool {
            name == nil && destination == nil && startDate == nil && endDate == nil && stay == nil && address == nil
                && notes == nil
        }
    }

    /// Changes a trip; an empty `stay` removes the accommodation.
    public func edit(_ trip: Trip, _ edit: Edit) throws {
        guard !edit.isEmpty else { throw TripError.nothingToChange }
        let name = edit.name ?? trip.name
        let startDate = edit.startDate ?? trip.startDate
        let endDate = edit.endDate ?? trip.endDate
        try Self.check(name: name, startDate: startDate, endDate: endDate)
        let id = trip.persistentModelID
        let taken = try trips(named: name).contains {
            $0.persistentModelID != id && $0.startDate == startDate && $0.endDate == endDate
        }
        guard !taken else { throw TripError.daysTaken(name) }
        guard edit.address == nil || edit.stay != nil || trip.livingAccommodation != nil else {
            throw TripError.addressOfNothing
        }

        trip.name = name
        trip.startDate = startDate
        trip.endDate = endDate
        if let destination = edit.destination {
            trip.destination = destination
            trip.place = try place(named: destination)
        }
        if edit.stay == "" {
            if let stay = trip.livingAccommodation { context.delete(stay) }
        } else if let stay = trip.livingAccommodation {
            stay.name = edit.stay ?? stay.name
            stay.address = edit.address ?? stay.address
        } else if let stay = edit.stay {
            trip.livingAccommodation = LivingAccommodation(name: stay, address: edit.address)
        }
        if let notes = edit.notes { trip.notes = notes }
        try context.save()
    }

    /// Deletes a trip, with its bucket list and its accommodation.
    public func delete(_ trip: Trip) throws {
        context.delete(trip)
        try context.save()
    }

    private func place(named name: String) throws -> Place? {
        var descriptor = FetchDescriptor<Place>(
            predicate: #Predicate { $0.name == name },
            sortBy: [SortDescriptor(\.zone)]
        )
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }

    private static func check(name: String, startDate: Date, endDate: Date) throws {
        guard !name.allSatisfy(\.isWhitespace) else { throw TripError.emptyName }
        guard startDate <= endDate else { throw TripError.endsBeforeItStarts }
    }
}
