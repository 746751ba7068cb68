import SwiftDataCore
import Testing

/// The observers of a model, compared with a set.
@Suite struct WatcherListTests {
    @Test(arguments: 0..<8)
    func itIsASetInOrder(seed: Int) {
        var random = RepeatableNumbers(seed: UInt64(seed))
        var (list, reference) = (WatcherList(), Set<Int>())
        for _ in 0..<2_000 {
            let number = Int.random(in: 0..<60, using: &random)
            if Bool.random(using: &random) {
                list.add(number) { _ in true }
                reference.insert(number)
            } else {
                list.forget(number)
                reference.remove(number)
            }
            #expect(list.numbers == reference.sorted())
            #expect(list.contains(number) == reference.contains(number))
        }
    }

    @Test func observersThatHaveGoneAreForgottenBeforeItGrows() {
        var list = WatcherList()
        // Only the newest observer is alive, so that the list need not become longer than its first room of 16.
        for number in 0..<1_000 {
            list.add(number) { $0 == number }
            #expect(list.numbers.count <= 32)
        }
        #expect(list.contains(999))
    }
}
