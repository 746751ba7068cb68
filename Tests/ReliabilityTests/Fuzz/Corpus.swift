import Foundation
import Testing

/// Inputs of the targets: seeds that our own code makes, and the folder Corpus with what the fuzzer has made of them.
///
/// `Corpus/TARGET.base64` has an input in each line. The folder of a target has what has broken a property once.
enum Corpus {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    static func inputs(of target: FuzzTarget) throws -> [(name: String, data: Data)] {
        let seeds = try target.seeds().enumerated().map { (name: "seed-\($0)", data: $1) }
        return try seeds + collected(target) + findings(target)
    }

    private static func collected(_ target: FuzzTarget) throws -> [(name: String, data: Data)] {
        let file = folder.appending(path: "\(target.rawValue).base64")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return try lines.enumerated().map { number, line in
            (name: "line \(number + 1)", data: try #require(Data(base64Encoded: String(line))))
        }
    }

    private static func findings(_ target: FuzzTarget) throws -> [(name: String, data: Data)] {
        let kept = folder.appending(path: target.rawValue)
        guard FileManager.default.fileExists(atPath: kept.path) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: kept.path).sorted()
        return try names.map { (name: $0, data: try Data(contentsOf: kept.appending(path: $0))) }
    }

    /// Some bytes of an input changed, left out, doubled, or taken from another one.
    static func changed(_ data: Data, with other: Data, _ numbers: inout CorpusNumbers) -> Data {
        var bytes = [UInt8](data)
        let others = [UInt8](other)
        for _ in 0..<Int.random(in: 1...4, using: &numbers) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &numbers)
            let end = min(place + Int.random(in: 1...16, using: &numbers), bytes.count)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x22].randomElement(using: &numbers) ?? 0
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 4: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            default:
                guard !others.isEmpty else { break }
                let start = Int.random(in: 0..<others.count, using: &numbers)
                bytes.replaceSubrange(place..<end, with: others[start..<min(start + end - place, others.count)])
            }
        }
        return Data(bytes)
    }
}

/// Random numbers that are the same for the same seed.
struct CorpusNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
