import SwiftData

@Model
enum Choice {  // expect-error: @Model can only be applied to a class, not to an enum
    case first
}
