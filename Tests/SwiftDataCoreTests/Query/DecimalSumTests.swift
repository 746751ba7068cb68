import Foundation
import SwiftDataCore
import Testing

/// Exact sums of decimals against those of Python's `decimal` with 2,000 digits.
@Suite struct DecimalSumTests {
    struct Case: Sendable {
        let numbers: [String]
        /// Nil where no `Decimal` is equal to the sum.
        let sum: String?
        /// Rounded to 38 digits, with the half away from zero.
        let mean: String

        init(_ numbers: [String], _ sum: String?, _ mean: String) {
            (self.numbers, self.sum, self.mean) = (numbers, sum, mean)
        }
    }

    static let cases = [
        Case(["0.1", "0.2"], "3e-1", "0.15"),
        Case(["1e127", "-1e127", "1e-128"], "1e-128", "0"),
        Case(["99999999999999999999999999999999999999", "1"], "1e38", "5e37"),
        Case(
            ["340282366920938463463374607431768211455"],
            "3.40282366920938463463374607431768211455e38",
            "3.4028236692093846346337460743176821146e38"
        ),
        Case(
            ["340282366920938463463374607431768211455", "340282366920938463463374607431768211455"],
            "6.8056473384187692692674921486353642291e38",
            "3.4028236692093846346337460743176821146e38"
        ),
        Case(["1e38", "1e-38"], nil, "5e37"),
        Case(["12345678901234567890.123", "-0.123"], "1.234567890123456789e19", "6172839450617283945"),
        Case(["9e127", "9e127"], "1.8e128", "9e127"),
        Case(["1", "1", "2"], "4e0", "1.3333333333333333333333333333333333333"),
        Case(["-5", "4"], "-1e0", "-0.5"),
        Case(["0.005", "0.005", "0.005"], "1.5e-2", "0.005"),
        Case(["1e127", "9e127", "9e127"], "1.9e128", "6.3333333333333333333333333333333333333e127"),
        Case(["2e-128", "1e-128"], "3e-128", "2e-128"),
        Case(
            [
                "-70181e-19", "930166131860913909960308246281e-3", "-319935181909378657975432319e-5",
                "-67491186252760189555979711471e2",
            ],
            nil,
            "-1687047115585877465195449354652.0105475"
        ),
        Case(
            ["846507529170342366712e-3", "-368465632e-16", "-40792440e-3", "628907866661e-8"],
            "8.465075291703078633506665731534368e17",
            "211626882292576965.8376666432883592"
        ),
        Case(
            ["-2372159e-20", "3815901396245957117e-6"],
            "3.81590139624595711699999997627841e12",
            "1907950698122.978558499999988139205"
        ),
        Case(
            [
                "5121547280385280e-11", "248525388853933633875e-20", "57439575513137353799075116e4", "8265167e10",
                "-322e-2",
            ],
            nil,
            "114879151026291237932150242242.94761155"
        ),
        Case(
            ["39975288200182633043483954e6", "15798e9", "-92828807290222791805888718033e4", "9780e9", "859e-1"],
            "-8.883127847020452849898252263299141e32",
            "-177662556940409056997965045265982.82"
        ),
        Case(
            [
                "5788783e8", "-58372616751361341252427316723e-7", "75635515058770658e-4", "-231e-12", "34e6",
                "-56288975140261e-20",
            ],
            nil,
            "-972876848115708103227.61097881052012523"
        ),
        Case(
            ["51931417058649208312402344e-14", "8824504000e-3"],
            "5.1932299509049208312402344e11",
            "259661497545.24604156201172"
        ),
        Case(
            ["83716786843353265e6", "-11462e1", "-784934072247045585304352056e-12"],
            "8.3716786058419192638334414695647944e22",
            "27905595352806397546111.471565215981333"
        ),
        Case(
            [
                "-438014126906044319829e-10", "824920868288909310025167e0", "9e-5", "-171881817e-18",
                "5333776174093192544992070741e1", "5847771834170471e10",
            ],
            nil,
            "8899510730023653170904886647.7326096695"
        ),
        Case(
            ["733191284e-16", "-94153776020776426565e-10", "6e6", "2304451669156e7", "-51e1"],
            "2.30445166821506218879223574168191284e19",
            "4608903336430124377.58447148336382568"
        ),
        Case(
            ["334685356068831067924e9", "922765444463478612213878375762e-13", "-358e-13", "593066683645e-5"],
            nil,
            "83671339017230836117113069632.014459459"
        ),
        Case(
            [
                "6288314366764020679e-18", "9773132281718e-20", "33904248611148936439008474e0",
                "-478383064003761436537056563e-11",
            ],
            nil,
            "8476062151591276449742716.4807359747163"
        ),
    ]

    private func decimal(_ text: String) throws -> Decimal {
        try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
    }

    @Test(arguments: cases) func sumsAreExact(_ test: Case) throws {
        var sum = DecimalSum()
        for number in test.numbers { sum.add(try decimal(number)) }
        #expect(sum.value == (try test.sum.map(decimal)))
        #expect(sum.mean(of: test.numbers.count) == (try decimal(test.mean)))

        // In two parts, by way of the form that a store hands over.
        var parts = [DecimalSum(), DecimalSum()]
        for (place, number) in test.numbers.enumerated() { parts[place % 2].add(try decimal(number)) }
        var joined = DecimalSum()
        for part in parts {
            let isAdded = joined.add(stored: part.stored)
            #expect(isAdded)
        }
        #expect(joined.value == sum.value)
        #expect(joined.mean(of: 3) == sum.mean(of: 3))
    }

    @Test func nothingIsZeroAndNaNStaysNaN() {
        var sum = DecimalSum()
        #expect(sum.value == 0)
        sum.add(1)
        sum.add(.nan)
        sum.add(1)
        #expect(sum.value?.isNaN == true)
        #expect(sum.mean(of: 3)?.isNaN == true)
        var other = DecimalSum()
        let isAdded = other.add(stored: sum.stored)
        #expect(isAdded)
        #expect(other.isNaN)
    }

    @Test func damagedSumsAreRefused() {
        var sum = DecimalSum()
        for text in ["", "e", "1e", "e1", "1e2e3", "x1e2", "1e999", "--1e0"] {
            let isAdded = sum.add(stored: .string(text))
            #expect(!isAdded, "\(text)")
        }
        let isInteger = sum.add(stored: .integer(1))
        #expect(!isInteger)
        #expect(sum.value == 0)
    }

    @Test func manyGreatNumbersHaveRoom() throws {
        let greatest = try decimal("340282366920938463463374607431768211455e127")
        var sum = DecimalSum()
        for _ in 0..<1_000 {
            sum.add(greatest)
            sum.add(try decimal("1e-128"))
        }
        #expect(sum.value == nil)
        for _ in 0..<1_000 { sum.add(-greatest) }
        #expect(sum.value == (try decimal("1e-125")))
    }

    @Test func wholeNumbersDoNotOverflow() {
        var sum = IntegerSum()
        for _ in 0..<10 { sum.add(UInt64.max) }
        for _ in 0..<9 { sum.add(-Int128(UInt64.max)) }
        #expect(sum.total == Int128(UInt64.max))
        var joined = IntegerSum()
        let areAdded = (joined.add(stored: sum.stored), joined.add(stored: .string("1.5")))
        #expect(areAdded == (true, false))
        #expect(joined == sum)
        #expect(sum.mean(of: 1) == Double(UInt64.max))
        var small = IntegerSum()
        small.add(7)
        #expect(small.mean(of: 2) == 3.5)
        var negative = IntegerSum()
        negative.add(-7)
        #expect(negative.mean(of: 2) == -3.5)
    }

    @Test func roundingErrorsOfFloatingPointAreTakenBack() {
        var sum = FloatingSum()
        for number in [1, 1e100, 1, -1e100] { sum.add(number) }
        #expect(sum.value == 2)
        var infinite = FloatingSum()
        for number in [1, .infinity, 2] { infinite.add(number) }
        #expect(infinite.value == .infinity)
        infinite.add(-.infinity)
        #expect(infinite.value.isNaN)
        var missing = FloatingSum()
        for number in [1, .nan, 2] { missing.add(number) }
        #expect(missing.value.isNaN)
    }
}
