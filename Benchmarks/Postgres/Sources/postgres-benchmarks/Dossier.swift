#if PostgreSQL
import SwiftData

/// An object of 20 attributes.
@Model
final class Dossier {
    var number: Int
    var name: String
    var text1: String
    var text2: String
    var text3: String
    var text4: String
    var text5: String
    var remark: String?
    var report: String
    var count1: Int
    var count2: Int32
    var count3: Int16
    var count4: Int
    var weight1: Double
    var weight2: Double
    var weight3: Double
    var opened: Date
    var closed: Date?
    var isOpen: Bool
    var token: UUID

    init(_ number: Int) {
        self.number = number
        name = "dossier \(number)"
        let text = "a text of the dossier \(number)"
        (text1, text2, text3, text4, text5) = (text, text, text, text, text)
        remark = number.isMultiple(of: 3) ? nil : "a remark on the dossier \(number)"
        report = String(repeating: "word ", count: 40)
        (count1, count2, count3, count4) = (number * 1_000_003, Int32(number % 7), Int16(number % 11), number * number)
        (weight1, weight2, weight3) = (0.5, Double(number), Double(number) / 3)
        opened = Date(timeIntervalSinceReferenceDate: Double(number) * Self.day + 0.25)
        closed =
            number.isMultiple(of: 2) ? nil : Date(timeIntervalSinceReferenceDate: Double(number + 30) * Self.day + 0.25)
        isOpen = number.isMultiple(of: 2)
        let (low, high) = (UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF))
        token = UUID(uuid: (low, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, high, low))
    }

    private static let day = 86_400.0

    /// Reads every attribute.
    var checksum: Int64 {
        var sum = number + name.utf8.count + text1.utf8.count + text2.utf8.count + text3.utf8.count
        sum += text4.utf8.count + text5.utf8.count + report.utf8.count
        if let remark { sum += remark.utf8.count }
        sum += count1 + Int(count2) + Int(count3) + count4 + Int(weight1) + Int(weight2) + Int(weight3)
        sum += Int(opened.timeIntervalSinceReferenceDate / Self.day)
        if let closed { sum += Int(closed.timeIntervalSinceReferenceDate / Self.day) }
        return Int64(sum + (isOpen ? 1 : 0) + Int(token.uuid.0))
    }
}
#endif
