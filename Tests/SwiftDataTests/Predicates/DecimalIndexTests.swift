import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataTesting
import Testing

@Model
final class Coinage {
    #Index<Coinage>([\.value])
    var value: Decimal
    var other: Decimal?

    init(_ value: Decimal) {
        self.value = value
        other = value
    }
}

@Model
final class Mintage {
    #Index<Mintage>([\.value])
    var value: Decimal

    init(_ value: Decimal) { self.value = value }
}

/// Ranges of decimals: an index serves them, and they choose what Foundation's `Decimal` chooses.
@Suite struct DecimalIndexTests {
    private static let texts = [
        "0", "0.1", "0.30000000000000004", "-0.1", "10", "9.99", "10.01", "9.999999999999999999999999999999",
        "10.000000000000000000000000000001", "-10.000000000000000000000000000001", "9007199254740993",
        "9007199254740992",
        "9007199254740992.5", "-9007199254740993", "9223372036854775807", "9223372036854775808", "1e100", "-1e100",
        "1e-100",
        "12345678901234567890123456789012345678", "2.5", "-2.5",
    ]
    private static let values = texts.compactMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }

    @Test func rangesChooseWhatDecimalsDo() throws {
        #expect(Self.values.count == Self.texts.count)
        let context = try memoryContext(Coinage.self)
        for value in Self.values { context.insert(Coinage(value)) }
        context.insert(Coinage(.nan))
        try context.save()
        func found(_ predicate: Predicate<Coinage>) throws -> [Decimal] {
            try ModelContext(context.container).fetch(FetchDescriptor(predicate: predicate)).map(\.value).sorted()
        }
        let all = (Self.values + [.nan]).sorted()
        for bound in Self.values {
            #expect(try found(#Predicate { $0.value > bound }) == all.filter { $0 > bound })
            #expect(try found(#Predicate { $0.value >= bound }) == all.filter { $0 >= bound })
            #expect(try found(#Predicate { $0.value < bound }) == all.filter { $0 < bound })
            #expect(try found(#Predicate { bound >= $0.value }) == all.filter { $0 <= bound })
            #expect(try found(#Predicate { !($0.value < bound) }) == all.filter { !($0 < bound) })
            #expect(try found(#Predicate { ($0.other ?? 0) > bound }) == all.filter { $0 > bound })
            for upper in Self.values where bound <= upper {
                #expect(
                    try found(#Predicate { $0.value >= bound && $0.value < upper })
                        == all.filter { $0 >= bound && $0 < upper }
                )
                #expect(
                    try found(#Predicate { (bound...upper).contains($0.value) })
                        == all.filter { (bound...upper).contains($0) }
                )
            }
        }
    }

    @Test func anIndexServesRanges() throws {
        let context = try memoryContext(Coinage.self)
        for number in 0..<1_000 { context.insert(Coinage(Decimal(number) / 4)) }
        try context.save()
        let bound = Decimal(200)
        let predicates: [Predicate<Coinage>] = [
            #Predicate { $0.value > bound }, #Predicate { $0.value < bound },
            #Predicate { $0.value >= bound && $0.value < 210 }, #Predicate { (10...bound).contains($0.value) },
        ]
        for predicate in predicates {
            let explanation = try context.explanation(of: FetchDescriptor(predicate: predicate))
            #expect("\(explanation)".contains("Z_Coinage_SwiftDataIndexOnBinaryvalue"), "\(explanation)")
        }
    }

    @Test func openingSaysWhatAnIndexDoesNotServe() throws {
        let lines = Locked<[String]>([])
        let listener = log.listen { _, line in lines.withLock { $0.append(line) } }
        defer { log.stopListening(listener) }
        for _ in 0..<2 { _ = try memoryContext(Mintage.self) }
        let notices = lines.withLock { $0 }.filter { $0.contains("Mintage.value") }
        #expect(notices.count == 1)
        #expect(notices.first?.contains("does not serve a sort") == true)
    }
}
