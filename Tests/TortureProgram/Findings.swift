import Foundation

/// The findings of a machine: each text with its count, and the place where it was first found.
struct Findings {
    private(set) var texts: [String: (count: Int, place: String)] = [:]
    /// The number of trials with a finding.
    private(set) var trials = 0
    /// The number of trials that lost a save that had returned.
    private(set) var lost = 0

    mutating func add(_ found: [String], _ place: String) {
        guard !found.isEmpty else { return }
        trials += 1
        // What is left behind takes room; all else is a save that is not there, or not as it was.
        if !found.allSatisfy({ $0.contains("left behind") }) { lost += 1 }
        for text in found { texts[text] = ((texts[text]?.count ?? 0) + 1, texts[text]?.place ?? place) }
    }

    func report(_ kind: String, _ name: String, _ count: Int) {
        for (text, found) in texts.sorted(by: { $0.key < $1.key }) {
            print("finding|\(kind) \(name)|\(found.count)|\(found.place)|\(text)")
        }
        print("row|\(kind) \(name)|\(count)|\(trials)|\(lost)")
        // What has been found is told even if the program does not end well.
        fflush(nil)
    }
}
