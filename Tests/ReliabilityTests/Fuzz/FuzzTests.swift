import Foundation
import TestSupport
import Testing

/// The checks that Scripts/fuzz runs with libFuzzer, here on inputs that are kept and on some that are made of them.
struct FuzzTests {
    /// All targets but that of whole files, whose inputs take milliseconds each.
    static let quick = FuzzTarget.allCases.filter { $0 != .store }

    @Test(arguments: FuzzTarget.allCases)
    func keptInputsHaveTheProperties(_ target: FuzzTarget) throws {
        for (name, data) in try Corpus.inputs(of: target) {
            #expect(throws: Never.self, "\(target.rawValue)/\(name)") { try target.check(data) }
        }
    }

    @Test(arguments: quick)
    func inputsThatWereChangedHaveTheProperties(_ target: FuzzTarget) throws {
        let inputs = try Corpus.inputs(of: target).map(\.data).filter { $0.count < 20_000 }
        var numbers = CorpusNumbers(seed: 18)
        for round in 0..<Trials.count(150) {
            let first = inputs[round % inputs.count]
            let data = Corpus.changed(first, with: inputs.randomElement(using: &numbers) ?? first, &numbers)
            #expect(throws: Never.self, "round \(round)") { try target.check(data) }
        }
    }

    @Test func storesWithChangedPagesHaveTheProperties() throws {
        var numbers = CorpusNumbers(seed: 7)
        for round in 0..<Trials.count(8) {
            let change = (0..<8 * (1 + round % 3)).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            #expect(throws: Never.self, "round \(round)") { try FuzzTarget.store.check(Data(change)) }
        }
    }

    @Test func eachTargetHasSeeds() throws {
        for target in FuzzTarget.allCases { #expect(try target.seeds().count > 1, "\(target.rawValue)") }
    }
}
