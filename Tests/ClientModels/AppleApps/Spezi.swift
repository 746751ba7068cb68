package import Foundation
package import SwiftData

/// Models declared as those of the app that wrote swiftdata-spezi-iOS26MigrationInput.sqlite, with types of the shapes
/// that its app's types have.
package enum Spezi {
    package static let models: [any PersistentModel.Type] = [Task.self, Outcome.self]

    package struct Ticks: Codable, Equatable { var high: Int64, low: Int64 }
    package enum Span: Codable, Equatable { case allDay, tillEndOfDay, duration(Ticks) }
    package enum Hint: Codable, Equatable {
        case components(month: Int?, day: Int?, hour: Int?, minute: Int, second: Int, weekday: Int?)
        case allDayNotification(weekday: Int?)
        case none
    }
    package struct Schedule: Codable, Equatable {
        package var startDate: Date
        package var scheduleDuration: Span
        package var recurrenceRule: Data?
        package var notificationMatchingHint: Hint
    }
    package enum Placeholder: Codable, Equatable { case int, uint, float, double, object }
    package enum Argument: Codable, Equatable { case int64(Int64), string(String), placeholder(Placeholder) }
    package struct LocalizedText: Codable, Equatable { package var arguments: [Argument], key: String }
    package struct TimeOfDay: Codable, Equatable { var hour: Int, minute: Int, second: Int }
    package enum Policy: Codable, Equatable { case sameDay, afterStart, sameDayAfterStart, duringEvent, anytime }
    package enum Thread: Codable, Equatable { case global, task, none, custom(String) }
    package struct UserInfo: RawRepresentable, Codable, Equatable {
        package var rawValue: [String: Data]
        package init(rawValue: [String: Data]) { self.rawValue = rawValue }
    }

    @Model
    package final class Outcome {
        #Index<Outcome>([\.id], [\.occurrenceStartDate])

        @Attribute(.unique) package private(set) var id: UUID
        package private(set) var completionDate: Date
        package private(set) var occurrenceStartDate: Date
        private var userInfo = UserInfo(rawValue: [:])
        package fileprivate(set) var task: Task

        package init(task: Task) {
            id = UUID()
            completionDate = Date(timeIntervalSinceReferenceDate: 1)
            occurrenceStartDate = Date(timeIntervalSinceReferenceDate: 0)
            self.task = task
        }
    }

    @Model
    package final class Task {
        #Unique<Task>([\.nextVersion], [\.id, \.nextVersion])
        #Index<Task>([\.id], [\.effectiveFrom], [\.effectiveFrom, \.nextVersion])

        package private(set) var id: String
        package private(set) var title: LocalizedText
        package private(set) var instructions: LocalizedText
        package private(set) var categoryValue: String?
        package private(set) var schedule: Schedule
        package private(set) var completionPolicy: Policy
        package private(set) var scheduleNotifications: Bool
        package private(set) var notificationThread: Thread
        package private(set) var notificationTime: TimeOfDay?
        package private(set) var tags: [String]
        package private(set) var effectiveFrom: Date
        package private(set) var userInfo: UserInfo
        @Relationship(deleteRule: .cascade, inverse: \Outcome.task) package private(set) var outcomes: [Outcome]
        @Relationship(inverse: \Task.nextVersion) package private(set) var previousVersion: Task?
        @Relationship(deleteRule: .cascade) package var nextVersion: Task?

        package init(id: String) {
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
