import SwiftData

/// Models declared as those of the app that wrote swiftdata-spezi-iOS26MigrationInput.sqlite, with types of the shapes
/// that its app's types have.
enum Spezi {
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
    enum Placeholder: Codable { case int, uint, float, double, object }
    enum Argument: Codable { case int64(Int64), string(String), placeholder(Placeholder) }
    struct LocalizedText: Codable { var arguments: [Argument], key: String }
    struct TimeOfDay: Codable { var hour: Int, minute: Int, second: Int }
    enum Policy: Codable { case sameDay, afterStart, sameDayAfterStart, duringEvent, anytime }
    enum Thread: Codable { case global, task, none, custom(String) }
    struct UserInfo: RawRepresentable, Codable { var rawValue: [String: Data] }

    @Model
    final class Outcome {
        #Index<Outcome>([\.id], [\.occurrenceStartDate])

        @Attribute(.unique) private(set) var id: UUID
        private(set) var completionDate: Date
        private(set) var occurrenceStartDate: Date
        private var userInfo = UserInfo(rawValue: [:])
        fileprivate(set) var task: Task

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

        private(set) var id: String
        private(set) var title: LocalizedText
        private(set) var instructions: LocalizedText
        private var categoryValue: String?
        private(set) var schedule: Schedule
        private(set) var completionPolicy: Policy
        private(set) var scheduleNotifications: Bool
        private(set) var notificationThread: Thread
        private(set) var notificationTime: TimeOfDay?
        private(set) var tags: [String]
        private(set) var effectiveFrom: Date
        private var userInfo: UserInfo
        @Relationship(deleteRule: .cascade, inverse: \Outcome.task) private(set) var outcomes: [Outcome]
        @Relationship(inverse: \Task.nextVersion) private(set) var previousVersion: Task?
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
