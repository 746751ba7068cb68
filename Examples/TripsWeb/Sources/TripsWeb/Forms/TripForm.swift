import Foundation
import TripsKit

/// The form of a trip: empty, with the values of a trip, or as somebody has sent it.
package struct TripForm: Equatable, Sendable {
    package var name = Field("name", "Name", limit: 120)
    package var destination = Field("destination", "Destination", limit: 120)
    package var start = Field("start", "First day", limit: 10)
    package var end = Field("end", "Last day", limit: 10)
    package var stay = Field("stay", "Where you stay", limit: 120)
    package var address = Field("address", "Its address", limit: 200)
    package var notes = Field("notes", "Notes", limit: 10_000)

    private static let fields: [WritableKeyPath<TripForm, Field> & Sendable] = [
        \.name, \.destination, \.start, \.end, \.stay, \.address, \.notes,
    ]

    package init() {
        for field in [\TripForm.name, \.destination, \.start, \.end] { self[keyPath: field].isRequired = true }
        start.kind = "date"
        end.kind = "date"
        notes.isLong = true
        destination.list = "places"
    }

    package init(_ trip: Trip) {
        self.init()
        let values: [(WritableKeyPath<TripForm, Field>, String)] = [
            (\.name, trip.name), (\.destination, trip.destination), (\.start, Day.text(trip.startDate)),
            (\.end, Day.text(trip.endDate)), (\.stay, trip.livingAccommodation?.name ?? ""),
            (\.address, trip.livingAccommodation?.address ?? ""), (\.notes, trip.notes),
        ]
        for (field, value) in values { self[keyPath: field].fill(value) }
    }

    /// The form that a browser has sent.
    init(_ sent: SentForm) {
        self.init()
        for field in Self.fields { self[keyPath: field].take(sent) }
    }

    /// The form with messages at its fields.
    func showing(_ errors: FormErrors) -> TripForm {
        var form = self
        for field in Self.fields { form[keyPath: field].show(errors) }
        return form
    }

    /// A new trip.
    package struct Plan {
        package let name: String
        package let destination: String
        package let start: Date
        package let end: Date
        package let edit: TripBook.Edit
    }

    /// The trip that the form describes.
    ///
    /// Throws ``FormErrors`` with all that is wrong.
    package func plan() throws -> Plan {
        let (start, end) = try checkedDays()
        return Plan(
            name: name.value,
            destination: destination.value,
            start: start,
            end: end,
            edit: TripBook.Edit(
                destination: destination.value,
                stay: stay.value.isEmpty ? nil : stay.value,
                address: stay.value.isEmpty ? nil : address.value,
                notes: notes.value
            )
        )
    }

    /// The changes that somebody has made in the form, over a trip that others may have changed meanwhile.
    ///
    /// Throws ``FormErrors`` with all that is wrong.
    package func edit(of current: TripForm) throws -> TripBook.Edit {
        let (start, end) = try checkedDays()
        var crossed = FormErrors([:])
        func changed(_ field: KeyPath<TripForm, Field>) -> Bool {
            self[keyPath: field].isChanged(over: current[keyPath: field], noting: &crossed)
        }
        var edit = TripBook.Edit()
        if changed(\.name) { edit.name = name.value }
        if changed(\.destination) { edit.destination = destination.value }
        if changed(\.start) { edit.startDate = start }
        if changed(\.end) { edit.endDate = end }
        if changed(\.stay) { edit.stay = stay.value }
        if changed(\.address) { edit.address = address.value }
        if changed(\.notes) { edit.notes = notes.value }
        // A stay that is removed has no address.
        if edit.stay == "" { edit.address = nil }
        guard crossed.messages.isEmpty else { throw crossed }
        if edit.address != nil, edit.stay == nil, current.stay.value.isEmpty {
            let message = "Somebody has removed the accommodation meanwhile. Save again to bring it back."
            throw FormErrors(["stay": message], newer: ["stay": ""])
        }
        guard (edit.startDate ?? current.firstDay) <= (edit.endDate ?? current.lastDay) else {
            throw FormErrors(["end": "Somebody has changed the days meanwhile; the trip would end before it starts."])
        }
        return edit
    }

    private var firstDay: Date { (try? Day.date(start.value)) ?? .distantPast }
    private var lastDay: Date { (try? Day.date(end.value)) ?? .distantFuture }

    /// Checks all fields; the days.
    private func checkedDays() throws -> (start: Date, end: Date) {
        var errors: [String: String] = [:]
        for field in Self.fields.map({ self[keyPath: $0] }) {
            errors[field.name] = field.problem
        }
        func day(_ field: Field) -> Date? {
            if errors[field.name] != nil { return nil }
            // Four digits for the year, so that the order of texts is that of days.
            let date = field.value.count == 10 ? try? Day.date(field.value) : nil
            if date == nil { errors[field.name] = "This is not a day; write it as 2027-05-01." }
            return date
        }
        let (first, last) = (day(start), day(end))
        if let first, let last, last < first { errors["end"] = "A trip cannot end before it starts." }
        if stay.value.isEmpty && !address.value.isEmpty {
            errors["stay"] = "An address needs an accommodation; name it here."
        }
        guard errors.isEmpty, let first, let last else { throw FormErrors(errors) }
        return (first, last)
    }
}
