import SwiftData

@Model
final class BucketListItem {
    var title: String
    var isDone = false
    var trip: Trip?

    init(title: String) {
        self.title = title
    }
}
