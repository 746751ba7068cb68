import Foundation
import SwiftData
import SwiftDataCore

extension PredicateSource {
    /// A part of a date in a calendar.
    func calendarPart<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        guard catalogues.catalogue(Model.self).types.contains(where: { $0 == Date.self }) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let components: [Calendar.Component] = [.year, .month, .day, .hour, .minute, .weekday, .quarter]
        let component = random.pick(components) ?? .year
        let wanted = calendar.component(component, from: palette.value(Date.self, &random))
        let part = PredicateExpressions.build_component(calendar, component, from: value(Date.self, subject, 0))
        return comparison(Sealed(part), Sealed(capturing: wanted))
    }

    /// A date that was moved by an interval.
    func movedDate<Model: PersistentModel>(_ subject: Sealed<Model>) -> Sealed<Bool>? {
        guard catalogues.catalogue(Model.self).types.contains(where: { $0 == Date.self }) else { return nil }
        // A date that is no number is documented to compare otherwise than in Foundation.
        let interval = Sealed(capturing: Double(random.pick([-86_400, -0.5, 0, 1, 3_600, 86_400.25]) ?? 0))
        let moved = PredicateExpressions.build_addingTimeInterval(value(Date.self, subject, 0), interval)
        return comparison(Sealed(moved), Sealed(capturing: palette.value(Date.self, &random)))
    }
}
