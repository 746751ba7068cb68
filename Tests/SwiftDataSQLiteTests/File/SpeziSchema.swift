import Foundation
import SwiftDataCore

/// The schema of swiftdata-spezi-iOS26MigrationInput.sqlite, with types of the shapes that its app's types have.
enum SpeziSchema {
    static var schema: Schema { Schema(outcome, task) }

    struct Ticks: Codable { var high: Int64, low: Int64 }
    enum Span: Codable { case allDay, tillEndOfDay, duration(Ticks) }
    enum Hint: Codable {
        case components(month: Int?, day: Int?, hour: Int?, minute: Int, second: Int, weekday: Int?)
        case allDayNotification(weekday: Int?)
        case none
    }
    struct Schedule: Codable {
        var startDate: Date
        var scheduleDuration: Span
        var recurrenceRule: Data?
        var notificationMatchingHint: Hint
    }
    struct LocalizedText: Codable { var arguments: [String], key: String }
    struct TimeOfDay: Codable { var hour: Int, minute: Int, second: Int }
    enum Policy: Codable { case sameDay, afterStart, sameDayAfterStart, duringEvent, anytime }
    enum Thread: Codable { case global, task, none, custom(String) }

    struct UserInfo: RawRepresentable, Codable { var rawValue: [String: Data] }

    private static func attribute(_ name: String, _ type: any Any.Type, _ options: Schema.Attribute.Option...)
        -> Schema.Attribute
    {
        Schema.Attribute.make(name: name, options: options, valueType: type)
    }

    private static func version(_ name: String, inverse: String, _ rule: Schema.Relationship.DeleteRule)
        -> Schema.Relationship
    {
        Schema.Relationship(
            name: name,
            destination: "Task",
            isToOne: true,
            isOptional: true,
            inverseName: inverse,
            deleteRule: rule
        )
    }

    private static var outcome: Schema.Entity {
        let entity = Schema.Entity(
            "Outcome",
            properties: attribute("id", UUID.self, .unique),
            attribute("completionDate", Date.self),
            attribute("occurrenceStartDate", Date.self),
            Schema.Attribute.make(
                name: "userInfo",
                valueType: UserInfo.self,
                defaultValue: UserInfo(rawValue: [:])
            ),
            Schema.Relationship(
                name: "task",
                destination: "Task",
                isToOne: true,
                isOptional: false,
                inverseName: "outcomes"
            )
        )
        entity.indices = [["id"], ["occurrenceStartDate"]]
        return entity
    }

    private static var task: Schema.Entity {
        let entity = Schema.Entity(
            "Task",
            properties: attribute("id", String.self),
            attribute("title", LocalizedText.self),
            attribute("instructions", LocalizedText.self),
            attribute("categoryValue", String?.self),
            attribute("schedule", Schedule.self),
            attribute("completionPolicy", Policy.self),
            attribute("scheduleNotifications", Bool.self),
            attribute("notificationThread", Thread.self),
            attribute("notificationTime", TimeOfDay?.self),
            attribute("tags", [String].self),
            attribute("effectiveFrom", Date.self),
            attribute("userInfo", UserInfo.self),
            Schema.Relationship(
                name: "outcomes",
                destination: "Outcome",
                isToOne: false,
                isOptional: false,
                inverseName: "task",
                deleteRule: .cascade
            ),
            version("previousVersion", inverse: "nextVersion", .nullify),
            version("nextVersion", inverse: "previousVersion", .cascade)
        )
        entity.uniquenessConstraints = [["nextVersion"], ["id", "nextVersion"]]
        entity.indices = [["id"], ["effectiveFrom"], ["effectiveFrom", "nextVersion"]]
        return entity
    }
}
