import SwiftData

@Model
final class Point {
    var x, y: Int  // expect-error: @Model requires each property to be declared on its own
    var (a, b) = (1, 2)  // expect-error: @Model requires each property to be declared on its own
    init(x: Int) {}
}
