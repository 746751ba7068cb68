import Foundation
import SwiftData

/// Models as those of the app that wrote swiftdata-spezi-iOS26MigrationInput.sqlite, with types of the same shapes.
enum Scheduler {
    struct Ticks: Codable, Equatable { var high: Int64, low: Int64 }
    enum Span: Codable, Equatable { case allDay, tillEndOfDay, duration(Ticks) }
    enum Hint: Codable, Equatable {
        case components(month: Int?, day: Int?, hour: Int?, minute: Int, second: Int, weekday: Int?)
        case allDayNotification(weekday: Int?)
        case none
    }
    struct Schedule: Codable, Equatable {
        var startDate: Date
        var scheduleDuration: Span
        var recurrenceRule: Data?
        var notificationMatchingHint: Hint
    }
    enum Placeholder: Codable, Equatable { case int, uint, float, double, object }
    enum Argument: Codable, Equatable { case int64(Int64), string(String), placeholder(Placeholder) }
    struct LocalizedText: Codable, Equatable { var arguments: [Argument], key: String }
    struct TimeOfDay: Codable, Equatable { var hour: Int, minute: Int, second: Int }
    enum Policy: Codable, Equatable { case sameDay, afterStart, sameDayAfterStart, duringEvent, anytime }
    enum Thread: Codable, Equatable { case global, task, none, custom(String) }
    struct UserInfo: RawRepresentable, Codable, Equatable { var rawValue: [String: Data] }

    @Model
    final class Outcome {
        #Index<Outcome>([\.id], [\.occurrenceStartDate])

        @Attribute(.unique) var id: UUID
        var completionDate: Date
        var occurrenceStartDate: Date
        var userInfo = UserInfo(rawValue: [:])
        var task: Task

        init(task: Task) {
            id = UUID()
            completionDate = Date(timeIntervalSinceReferenceDate: 1)
            occurrenceStartDate = Date(timeIntervalSinceReferenceDate: 0)
            self.task = task
        }
    }

    @Model
    final class Task {
        #Unique<Task>([\.nextVersion], [\.id, \.nextVersion])
        #Index<Task>([\.id], [\.effectiveFrom], [\.effectiveFrom, \.nextVersion])

        var id: String
        var title: LocalizedText
        var instructions: LocalizedText
        var categoryValue: String?
        var schedule: Schedule
        var completionPolicy: Policy
        var scheduleNotifications: Bool
        var notificationThread: Thread
        var notificationTime: TimeOfDay?
        var tags: [String]
        var effectiveFrom: Date
        var userInfo: UserInfo
        @Relationship(deleteRule: .cascade, inverse: \Outcome.task) var outcomes: [Outcome]
        @Relationship(inverse: \Task.nextVersion) var previousVersion: Task?
        @Relationship(deleteRule: .cascade) var nextVersion: Task?

        init(id: String) {
            self.id = id
            title = LocalizedText(arguments: [], key: "Title")
            instructions = LocalizedText(arguments: [.string("a")], key: "Instructions")
            schedule = Schedule(
                startDate: Date(timeIntervalSinceReferenceDate: 0),
                scheduleDuration: .duration(Ticks(high: 1, low: 2)),
                recurrenceRule: nil,
                notificationMatchingHint: .allDayNotification(weekday: 3)
            )
            completionPolicy = .anytime
            scheduleNotifications = true
            notificationThread = .custom("thread")
            notificationTime = TimeOfDay(hour: 9, minute: 30, second: 0)
            tags = ["x"]
            effectiveFrom = Date(timeIntervalSinceReferenceDate: 5)
            userInfo = UserInfo(rawValue: ["k": Data([1])])
            outcomes = []
        }
    }
}
