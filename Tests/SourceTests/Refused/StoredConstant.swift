import SwiftData

@Model
final class Trip {
    let number: Int  // expect-error: cannot expand accessor macro on variable declared with 'let'
    var name = ""
    init(number: Int) { self.number = number }
}
