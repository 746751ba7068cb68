import SwiftData

@Model
final class Trip {  // expect-error: @Model requires an initializer be provided for 'Trip'
    var name: String
    var start: Date?
    var count = 0
}

@Model
final class Fine {
    var name: String?
    var count = 0
    var trips: [Trip]
}
