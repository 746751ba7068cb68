import SwiftDataCore
import Testing

/// The sides of relationships that the program has written, compared with a list.
@Suite struct WrittenSidesTests {
    @Test(arguments: 0..<4)
    func theyAreThoseOfAList(_ seed: Int) {
        var random = RepeatableNumbers(seed: UInt64(seed))
        var sides = WrittenSides()
        // More relationships than there are bits count as written on both sides.
        var reference: [WrittenSides.Side] = Array(repeating: .toOne, count: 8) + [.both, .both]
        for _ in 0..<500 {
            let number = Int.random(in: reference.indices, using: &random)
            var side = reference[number]
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                sides.write(number, hasFollowed: true)
                side = .other
            case 1:
                sides.write(number, hasFollowed: false)
                side = .toOne
            case 2:
                let confirmed: WrittenSides.Side = Bool.random(using: &random) ? .toOne : .other
                sides.confirm(number, from: confirmed)
                if side != confirmed { side = .both }
            default:
                sides.writeAttached(number)
                side = .both
            }
            if number < 8 { reference[number] = side }
            #expect(reference.indices.map { sides.written($0) } == reference)
        }
    }
}
