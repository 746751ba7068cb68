public import Foundation

/// The operations on dates beyond Apple's list, in nodes of Foundation's own.
extension PredicateExpressions {
    /// A part of a date in a captured calendar.
    public typealias _DatePart<Moment> = CollectionIndexSubscript<
        Value<_CalendarPart>, KeyPath<Moment, _CalendarMoment>
    >
    where Moment: PredicateExpression, Moment.Output == Date

    /// A date that is moved.
    public typealias _MovedDate<Moment, Interval> = KeyPath<Arithmetic<KeyPath<Moment, Double>, Interval>, Date>
    where
        Moment: PredicateExpression, Interval: PredicateExpression, Moment.Output == Date, Interval.Output == Double

    /// The test of a date for a captured range.
    public typealias _InDay<Moment> = Conjunction<Comparison<Value<Date>, Moment>, Comparison<Moment, Value<Date>>>
    where Moment: PredicateExpression, Moment.Output == Date

    /// `calendar.component(component, from: date)`, an addition to Apple's list.
    public static func build_component<Moment>(
        _ calendar: Calendar,
        _ component: Calendar.Component,
        from date: Moment
    ) -> _DatePart<Moment>
    where Moment: PredicateExpression, Moment.Output == Date {
        build_subscript(
            Value(_CalendarPart(calendar: calendar, component: component)),
            build_KeyPath(root: date, keyPath: \._moment)
        )
    }

    /// `calendar.isDate(date, inSameDayAs: day)`, where the day is captured: the range of its moments. An addition to
    /// Apple's list.
    public static func build_isDate<Moment>(
        _ calendar: Calendar,
        _ date: Moment,
        inSameDayAs day: Date
    ) -> _InDay<Moment>
    where Moment: PredicateExpression, Moment.Output == Date {
        // A day that the calendar does not know has no moments.
        let moments = calendar.dateInterval(of: .day, for: day) ?? DateInterval(start: day, duration: 0)
        return build_Conjunction(
            lhs: build_Comparison(lhs: Value(moments.start), rhs: date, op: .lessThanOrEqual),
            rhs: build_Comparison(lhs: date, rhs: Value(moments.end), op: .lessThan)
        )
    }

    /// `date.addingTimeInterval(interval)`, an addition to Apple's list.
    public static func build_addingTimeInterval<Moment, Interval>(
        _ date: Moment,
        _ interval: Interval
    ) -> _MovedDate<Moment, Interval>
    where
        Moment: PredicateExpression, Interval: PredicateExpression, Moment.Output == Date, Interval.Output == Double
    {
        build_KeyPath(
            root: build_Arithmetic(
                lhs: build_KeyPath(root: date, keyPath: \.timeIntervalSinceReferenceDate),
                rhs: interval,
                op: .add
            ),
            keyPath: \._dateSinceReferenceDate
        )
    }

    /// `date.timeIntervalSince(other)`, an addition to Apple's list.
    public static func build_timeIntervalSince<Moment, Other>(
        _ date: Moment,
        _ other: Other
    ) -> Arithmetic<KeyPath<Moment, Double>, KeyPath<Other, Double>>
    where Moment: PredicateExpression, Other: PredicateExpression, Moment.Output == Date, Other.Output == Date {
        build_Arithmetic(
            lhs: build_KeyPath(root: date, keyPath: \.timeIntervalSinceReferenceDate),
            rhs: build_KeyPath(root: other, keyPath: \.timeIntervalSinceReferenceDate),
            op: .subtract
        )
    }
}
