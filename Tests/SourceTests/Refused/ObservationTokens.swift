// The accessors that @Model and @Observable make copy values, which a token does not allow.
import SwiftData

@Model
final class Trip {
    var name = ""
    var token: ObservationTracking.Token?  // expect-error: Copyable
    init() {}
}

@Observable
final class Board {
    var text = ""
    var token: ObservationTracking.Token?  // expect-error: Copyable
}
