public import Foundation
public import SwiftData
import SwiftDataCore

/// A value by which models are put into groups.
///
/// ```swift
/// let byMonth = try context.groups(
///     Booking.self, by: .part(.year, of: \.date), .part(.month, of: \.date), aggregating: .sum(\.amount))
/// ```
public struct GroupKey<Model: PersistentModel, Value> {
    /// The value as stores read it; nil where only models have it.
    let node: QueryNode?
    /// The value of a model.
    let read: (Model) throws -> Value
    /// The values of an answer of a store; nil where one is none of the type.
    let values: ([StoredValue], UnitOfWork) throws -> [Value]?

    /// A property of the model, or of a model that to-one relationships lead to.
    public static func property(_ property: KeyPath<Model, Value>) -> Self where Value: Hashable {
        Self(
            node: Self.isStored ? AggregateKeyPaths.resolve(property, in: Model.self) : nil,
            read: { $0[keyPath: property] }
        )
    }

    /// The value of an expression.
    public static func expression(_ expression: Expression<Model, Value>) -> Self where Value: Hashable {
        let operand = AggregateOperand(expression)
        return Self(node: Self.isStored ? operand.node : nil) { model in
            if let value = try operand.read(model) { return value }
            guard let type = Value.self as? any OptionalType.Type, let none = type.erasedNil as? Value else {
                throw ModelQueryError.failedExpression(Model.self)
            }
            return none
        }
    }

    /// A part of a date, such as its year.
    /// - Parameters:
    ///   - component: A part that is a number: era, year, month, day, hour, minute, second, nanosecond, weekday, its
    ///     ordinal, quarter, a week, or the day of the year. For any other part, the groups throw
    ///     ``ModelQueryError/Code/failedExpression``.
    ///   - date: The property with the date.
    ///   - calendar: The calendar, with its time zone.
    public static func part(
        _ component: Calendar.Component,
        of date: KeyPath<Model, Date>,
        in calendar: Calendar = .current
    ) -> Self where Value == Int {
        Self(node: partNode(component, AggregateKeyPaths.resolve(date, in: Model.self), calendar)) { model in
            guard let part = QueryCalendarPart.Component(component) else {
                throw ModelQueryError.failedExpression(Model.self)
            }
            return calendar.component(part.component, from: model[keyPath: date])
        }
    }

    /// A part of a date that may be nil. See ``part(_:of:in:)-swift.type.method``.
    public static func part(
        _ component: Calendar.Component,
        of date: KeyPath<Model, Date?>,
        in calendar: Calendar = .current
    ) -> Self where Value == Int? {
        let node = AggregateKeyPaths.resolve(date, in: Model.self).flatMap { date in
            let moment = QueryVariable(number: 1_000)
            return partNode(component, .variable(moment), calendar).map {
                QueryNode.optional(.flatMap(date, variable: moment, transform: $0))
            }
        }
        return Self(node: node) { model in
            guard let part = QueryCalendarPart.Component(component) else {
                throw ModelQueryError.failedExpression(Model.self)
            }
            return model[keyPath: date].map { calendar.component(part.component, from: $0) }
        }
    }

    private static func partNode(
        _ component: Calendar.Component,
        _ date: QueryNode?,
        _ calendar: Calendar
    ) -> QueryNode? {
        guard let date, let part = QueryCalendarPart.Component(component), let calendar = QueryCalendar(calendar)
        else { return nil }
        return .calendar(QueryCalendarPart(part, in: calendar, of: date))
    }

    private init(node: QueryNode?, read: @escaping (Model) throws -> Value) {
        self.node = node
        self.read = read
        values = Self.values(of:_:)
    }

    /// The value as a key of the context that asks: where another context has read a model, that of this one with the
    /// same row.
    func own(_ value: Value, _ unit: UnitOfWork) -> Value {
        guard QueryTypes.unwrapped(Value.self) is any PersistentModel.Type,
            let model = QueryConstants.unwrapped(value) as? any PersistentModel
        else { return value }
        return unit.lookup.model(for: model.persistentModelID) as? Value ?? value
    }

    /// True if the values are equal exactly when their stored forms are.
    private static var isStored: Bool { QueryTypes.comparesByStoredForm(Value.self) }

    private static func values(of stored: [StoredValue], _ unit: UnitOfWork) throws -> [Value]? {
        let type = QueryTypes.unwrapped(Value.self)
        let optional = Value.self as? any OptionalType.Type
        let models = try (type as? any PersistentModel.Type).map { try unit.aggregating.models($0, of: stored) }
        var values: [Value] = []
        values.reserveCapacity(stored.count)
        for value in stored {
            let found: Any?
            if case .null = value {
                found = optional?.erasedNil
            } else if let models {
                guard case .identifier(let identifier) = value else { return nil }
                found = models[identifier]
            } else {
                found = SwiftValues.primitive(value, as: type)
            }
            guard let typed = found as? Value else { return nil }
            values.append(typed)
        }
        return values
    }
}
