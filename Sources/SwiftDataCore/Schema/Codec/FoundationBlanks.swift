import Foundation

/// Values to stand in for types of Foundation that refuse, or trap, when they are decoded from nothing. They are
/// kept as JSON.
enum FoundationBlanks {
    static func value<Value>(of type: Value.Type) -> Value? {
        switch type {
        case is TimeZone.Type: TimeZone(secondsFromGMT: 0) as? Value
        case is Calendar.Type: Calendar(identifier: .gregorian) as? Value
        case is CharacterSet.Type: CharacterSet() as? Value
        default: nil
        }
    }
}
