import Foundation
import SwiftData

/// A row of ordinary size: six properties, two of which are short texts.
@Model
final class LoadNote {
    var key: String
    var value: Int
    var text: String
    var date: Date
    var weight: Double
    var isDone: Bool

    init(_ key: String, _ value: Int) {
        (self.key, self.value) = (key, value)
        text = "A note with some words, number \(value)"
        date = Date(timeIntervalSinceReferenceDate: Double(value))
        weight = Double(value) / 8
        isDone = value % 2 == 0
    }
}
