import SwiftDataCore
import Testing

/// The partners of a model in no context, compared with a dictionary.
@Suite struct HeldPartnersTests {
    @Test(arguments: 0..<4)
    func theyAreThoseOfADictionaryInTheOrderOfSlots(_ seed: Int) {
        var random = RepeatableNumbers(seed: UInt64(seed))
        let captains = (0..<10).map { Captain("\($0)") }
        var (held, reference) = (HeldPartners(), [Int: [ObjectIdentifier]]())
        for _ in 0..<500 {
            let slot = Int.random(in: 0..<6, using: &random)
            let captain = captains[Int.random(in: captains.indices, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                held[slot] = nil
                reference[slot] = nil
            case 1:
                held[slot] = [captain]
                reference[slot] = [ObjectIdentifier(captain)]
            default:
                held.append(captain, slot: slot)
                reference[slot, default: []].append(ObjectIdentifier(captain))
            }
            #expect(held.isEmpty == reference.isEmpty)
            #expect(held.bySlot.map(\.slot) == reference.keys.sorted())
            for slot in 0..<6 { #expect(held[slot]?.map { ObjectIdentifier($0) } == reference[slot]) }
            let all = reference.sorted { $0.key < $1.key }.flatMap(\.value)
            #expect(held.models.map { ObjectIdentifier($0) } == all)
        }
    }

    @Test func aSlotWithoutModelsIsKnownToBeRead() {
        var held = HeldPartners()
        held[2] = []
        #expect(!held.isEmpty && held[2]?.isEmpty == true && held[1] == nil)
        held[2] = nil
        #expect(held.isEmpty)
    }

    @Test func partnersAreHeldUntilTheyAreTakenOut() {
        var held = HeldPartners()
        weak var partner: Captain?
        do {
            let captain = Captain("A")
            partner = captain
            held.append(captain, slot: 1)
        }
        #expect(partner != nil)
        held[1] = nil
        #expect(partner == nil)
    }
}
