import SwiftDataCore
import Testing

/// The members of a large relationship, compared with a plain set.
@Suite struct MemberSetTests {
    private let boats = (0..<40).map { Plain.row($0, "Boat") }

    private func temporary(_ key: TemporaryKey) -> PersistentIdentifier {
        PersistentIdentifier(space: .named(store: nil, entity: "Boat"), key: .temporary(key))
    }

    @Test(arguments: 0..<4)
    func membersAreThoseOfAPlainSet(_ seed: Int) {
        var random = RepeatableNumbers(seed: UInt64(seed))
        var members = Array(boats.prefix(20))
        var (set, reference) = (MemberSet(members, in: nil), Set(members))
        for _ in 0..<500 {
            let boat = boats[Int.random(in: boats.indices, using: &random)]
            set.letGo()
            if reference.contains(boat) {
                members.removeAll { $0 == boat }
                set.remove(boat, now: members)
                reference.remove(boat)
            } else {
                members.append(boat)
                set.add(boat, now: members)
                reference.insert(boat)
            }
            #expect(set.isOf(members, in: nil))
            for boat in boats { #expect(set.contains(boat) == reference.contains(boat)) }
        }
    }

    @Test func itIsGoodForOneArrayOnly() {
        let members = boats
        let set = MemberSet(members, in: nil)
        let same = members
        #expect(set.isOf(members, in: nil) && set.isOf(same, in: nil))
        // Another buffer, although the members are equal.
        #expect(!set.isOf(members.map { $0 }, in: nil))
        var changed = members
        changed[0] = Plain.row(99, "Boat")
        #expect(!set.isOf(changed, in: nil))
    }

    @Test func anArrayThatItHasLetGoOfIsChangedInPlace() {
        var members = boats.map { $0 }
        var set = MemberSet(members, in: nil)
        set.letGo()
        #expect(!set.isOf(members, in: nil))
        let before = members.withUnsafeBufferPointer { $0.baseAddress }
        members[0] = boats[39]
        #expect(members.withUnsafeBufferPointer { $0.baseAddress } == before)
        set.hold(members)
        #expect(set.isOf(members, in: nil))
    }

    @Test func aTemporaryMemberIsFoundByWhatItBecame() {
        let key = TemporaryKey()
        let member = temporary(key)
        let permanent = Plain.row(99, "Boat")
        #expect(!MemberSet([member], in: nil).contains(permanent))
        key.permanent = permanent
        let members = [member]
        let unit = StorelessContext().unit
        var set = MemberSet(members, in: unit)
        #expect(set.contains(permanent) && set.isOf(members, in: unit))
        // Of another context, whose saves are others.
        #expect(!set.isOf(members, in: StorelessContext().unit))
        set.remove(member)
        #expect(!set.contains(permanent) && !set.contains(member))
    }
}
