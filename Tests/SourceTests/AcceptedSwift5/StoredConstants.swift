// A stored constant, as real code in the Swift 5 mode has it.
import SwiftData

@Model
final class Receipt {
    let number: Int  // expect-warning: declare 'number' as 'private // expect-warning: cannot expand
    let created = Date()  // expect-warning: declare 'created' as 'private // expect-warning: cannot expand
    @Transient let formatter = DateFormatter()
    static let shared = 1
    var name: String

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}
