import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// Edits, reads and saves in random order on a store that does something wrong now and then. A plain dictionary says
/// what has to be there in the end.
@Suite struct HostileScriptTests {
    @Test(arguments: Trials.seeds(8, from: 0))
    func randomMisdeedsLoseNothing(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let library = try HostileLibrary()
        try library.context.save()
        var expected = HostileLibrary.saved
        let misdeeds = Misdeed.allCases.filter { !$0.isLie && $0 != .savesInSave && $0 != .savesInFetch }
        for step in 0..<60 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                library.context.insert(Author(name: "s\(step)"))
                expected["s\(step)"] = []
            case 1, 2:
                let author = try #require(library.some(of: expected, using: &random))
                library.context.insert(Book(title: "s\(step)", author: author))
                expected[author.name]?.append("s\(step)")
            case 3:
                let author = try #require(library.some(of: expected, using: &random))
                expected["r\(step)"] = expected.removeValue(forKey: author.name)
                author.name = "r\(step)"
            case 4:
                guard expected.count > 2, let author = library.some(of: expected, using: &random) else { continue }
                expected[author.name] = nil
                library.context.delete(author)
            default:
                library.misdeed = misdeeds.randomElement(using: &random)
                do {
                    if Bool.random(using: &random) {
                        try library.context.save()
                    } else {
                        for error in try library.readEverything() { throw error }
                    }
                } catch {
                    check(error, library.misdeed)
                }
                library.misdeed = nil
            }
        }
        try library.context.save()
        #expect(try library.kept() == expected.mapValues { $0.sorted() })
        #expect(!library.context.hasChanges)
    }
}

extension HostileLibrary {
    /// One of the authors, unsaved changes included.
    fileprivate func some(of expected: [String: [String]], using random: inout SeededRandom) -> Author? {
        let all = try? context.all(Author.self, sortBy: [SortDescriptor(\.name)])
        return all?.filter { expected[$0.name] != nil }.randomElement(using: &random)
    }
}
