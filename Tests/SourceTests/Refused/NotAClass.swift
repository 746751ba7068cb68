import SwiftData

@Model
struct Value {  // expect-error: @Model can only be applied to a class, not to a struct
    var name = ""
}
