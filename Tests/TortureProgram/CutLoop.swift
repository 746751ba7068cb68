import FaultyVFS
import Foundation

/// Runs a script once, and looks what is there after a power cut at each of its events.
struct CutLoop {
    let workplace: Workplace
    /// A bug for the machine to find.
    let plant: FaultyFiles.Plant?
    /// The maximum number of cuts, spread over all of them; nil for all.
    let budget: Int?

    private static let perRecovery = 12

    func run() throws {
        let folder = try workplace.fresh()
        if workplace.script.template.isEmpty, workplace.script.whole == nil {
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        var disk = try Disk(folder)
        faulty_journal_begin()
        let trial = Trial(workplace, folder, files: FaultyFiles(plant))
        trial.run()
        faulty_journal_end()
        faulty_plant_normal(false)
        var findings = Findings()
        findings.add(trial.problems, "no cut")
        let events = Self.events(folder)
        try workplace.discard(folder)

        var random = Seeded(state: 1)
        var seen: Set<Int> = []
        var count = 0
        var choice = Seeded(state: 2)
        let stride = UInt64(max(1, budget.map { events.count * Disk.Cut.allCases.count * 3 / 4 / $0 } ?? 1))
        var (begun, returned) = (0, 0)
        for number in 0...events.count {
            if number > 0 {
                let event = events[number - 1]
                disk.apply(event)
                if event.kind == faulty_event_mark {
                    if event.path == "begun" { begun += 1 } else { returned += 1 }
                }
            }
            let allowed = Array(returned...max(begun, returned))
            for cut in Disk.Cut.allCases {
                let state = disk.after(cut, &random)
                guard seen.insert(Self.hash(state, allowed)).inserted else { continue }
                guard stride == 1 || choice.next() % stride == 0 else { continue }
                count += 1
                let place = "event \(number) of \(events.count), \(cut)"
                let found = try check(state, allowed)
                findings.add(found, place)
                // Where it is opened, the power may go again.
                guard count % 10 == 0, plant == nil else { continue }
                count += try cutAgain(state, allowed, place, &findings)
            }
        }
        findings.report("cuts", workplace.script.name + (plant.map { " (planted \($0.rawValue))" } ?? ""), count)
    }

    private func check(_ state: [String: Data?], _ allowed: [Int]) throws -> [String] {
        let folder = workplace.empty()
        try Self.write(state, folder)
        defer { try? workplace.discard(folder) }
        return workplace.problemsAfterOpening(folder, allowed: allowed)
    }

    /// - Returns: The number of cuts.
    private func cutAgain(
        _ state: [String: Data?],
        _ allowed: [Int],
        _ place: String,
        _ findings: inout Findings
    ) throws -> Int {
        let folder = workplace.empty()
        try Self.write(state, folder)
        var disk = try Disk(folder)
        faulty_journal_begin()
        workplace.recover(folder, files: FaultyFiles())
        faulty_journal_end()
        let events = Self.events(folder)
        try workplace.discard(folder)
        var random = Seeded(state: 2)
        var count = 0
        // What is one call may have been made anew.
        let allowed = workplace.script.whole == nil ? allowed : [0, 1]
        for (number, event) in events.enumerated() {
            disk.apply(event)
            guard number % max(1, events.count / Self.perRecovery) == 0 else { continue }
            let cut = Disk.Cut.allCases[count % Disk.Cut.allCases.count]
            count += 1
            let found = try check(disk.after(cut, &random), allowed)
            findings.add(
                found.map { "second cut: \($0)" },
                "\(place); then event \(number + 1) of \(events.count), \(cut)"
            )
        }
        return count
    }

    /// The journal, with paths as they are in a folder.
    private static func events(_ folder: URL) -> [Disk.Event] {
        (0..<faulty_journal_count()).compactMap { index in
            let entry = faulty_journal_entry(index)
            let kind = faulty_event(rawValue: UInt32(entry.event))
            var path = String(cString: entry.path)
            if kind != faulty_event_mark {
                guard path == folder.path || path.hasPrefix(folder.path + "/") else { return nil }
                path = String(path.dropFirst(folder.path.count + 1))
            }
            guard kind != faulty_event_open else { return nil }
            let bytes = entry.bytes.map { Data(bytes: $0, count: Int(entry.count)) } ?? Data()
            var event = Disk.Event(kind: kind, path: path, offset: Int(entry.offset), bytes: bytes)
            if kind == faulty_event_rename {
                event.newPath = String(String(decoding: bytes, as: UTF8.self).dropFirst(folder.path.count + 1))
            }
            return event
        }
    }

    private static func write(_ state: [String: Data?], _ folder: URL) throws {
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        for (path, bytes) in state.sorted(by: { $0.key < $1.key }) {
            let url = folder.appendingPathComponent(path)
            if let bytes {
                try bytes.write(to: url)
            } else {
                try files.createDirectory(at: url, withIntermediateDirectories: true)
            }
        }
    }

    private static func hash(_ state: [String: Data?], _ allowed: [Int]) -> Int {
        var hasher = Hasher()
        hasher.combine(allowed)
        for (path, bytes) in state.sorted(by: { $0.key < $1.key }) {
            hasher.combine(path)
            bytes?.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
        return hasher.finalize()
    }
}

/// The same numbers in each run.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}
