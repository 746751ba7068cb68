import Foundation
import SwiftDataSyncCore
import TestSupport
import Testing

@Suite struct SyncValueTests {
    static let samples: [SyncValue] =
        [
            .null, .bool(false), .bool(true), .int(.min), .int(-1), .int(0), .int(5), .int(.max), .uint(0), .uint(5),
            .uint(.max), .double(-.infinity), .double(-0.0), .double(0), .double(1e300), .double(.nan),
            .double(.infinity), .double(.leastNonzeroMagnitude), .decimal("1"), .decimal("1.0"), .decimal("-2e3"),
            .decimal("no number"), .string(""), .string("é"), .string("e\u{301}"), .string("z"), .date(0), .date(.nan),
            .date(-1), .uuid(UUIDBits(high: 1, low: 2)), .uuid(UUIDBits(high: 1, low: 3)), .data([]), .data([0]),
            .data([0, 1]), .composite([0x7B, 0x7D]), .reference(RecordID("A", 1)), .reference(RecordID("B", 1)),
        ]
        + [UnknownValue(kind: 13, item: [1]), UnknownValue(kind: 13, item: [2]), UnknownValue(kind: 99, item: [0])]
        .compactMap { $0.map(SyncValue.unknown) }
        + [BlobReference(hash: Array(repeating: 7, count: 32), size: 9)].compactMap { $0.map(SyncValue.blob) }

    @Test func theOrderIsTotal() {
        for left in Self.samples {
            for right in Self.samples {
                let (less, equal, greater) = (left < right, left == right, right < left)
                #expect([less, equal, greater].filter { $0 }.count == 1, "\(left) and \(right)")
                if equal { #expect(left.hashValue == right.hashValue) }
                for third in Self.samples where less && right < third { #expect(left < third) }
            }
        }
        #expect(Set(Self.samples).count == Self.samples.count)
    }

    @Test func valuesAreEqualWhereTheirBytesAre() {
        #expect(SyncValue.string("é") != .string("e\u{301}"))
        #expect(SyncName("é") != SyncName("e\u{301}"))
        #expect(SyncValue.double(.nan) == .double(Double(nan: 5, signaling: false)))
        #expect(SyncValue.double(0) != .double(-0.0))
        #expect(SyncValue.int(5) != .uint(5))
    }

    @Test func numbersOfOneKindAreOrderedAsNumbers() {
        #expect(SyncValue.int(-1) < .uint(0) && SyncValue.uint(7) < .int(8) && SyncValue.int(.max) < .uint(.max))
        #expect(SyncValue.double(-2) < .double(-1) && SyncValue.double(-0.0) < .double(0))
        #expect(SyncValue.double(.nan) < .double(-.infinity))
    }

    @Test func decimalsAreOrderedAsFoundationOrdersThem() throws {
        var numbers = SeededNumbers(3)
        var compared = 0
        for _ in 0..<Trials.count(2_000) {
            let (left, right) = (Self.decimal(&numbers), Self.decimal(&numbers))
            let first = try #require(Decimal(string: left)), second = try #require(Decimal(string: right))
            guard first != second else { continue }
            compared += 1
            #expect((SyncValue.decimal(left) < .decimal(right)) == (first < second), "\(left) and \(right)")
        }
        #expect(compared > 1_000)
        #expect(SyncValue.decimal("1") < .decimal("1.0"), "equal numbers are ordered by bytes")
        #expect(SyncValue.decimal("x") < .decimal("-1e9"))
    }

    private static func decimal(_ numbers: inout SeededNumbers) -> String {
        let sign = numbers.pick(["", "-"])
        let whole = numbers.pick(["0", "7", "12", "007", "120", "99"])
        let part = numbers.pick(["", ".0", ".5", ".05", ".500", ".999"])
        return sign + whole + part + numbers.pick(["", "", "e2", "e-3", "E+1"])
    }
}
