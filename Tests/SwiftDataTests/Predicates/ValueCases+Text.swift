import Foundation
import SwiftData

extension ValueCase {
    static var values: [ValueCase] {
        let seal = Data([0, 50, 100])
        let prefix = Data([0, 50])
        let page = URL(string: "https://example.com/1?q=1")!
        let half = UUID(uuid: (9, 0xAB, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        let moment = 100_000_002.5
        return [
            ValueCase("data ==", #Predicate { $0.seal == seal }) { $0.seal == seal },
            ValueCase("data count", #Predicate { $0.seal.count > 3 }) { $0.seal.count > 3 },
            ValueCase("data isEmpty", #Predicate { $0.seal.isEmpty }) { $0.seal.isEmpty },
            ValueCase("data contains", #Predicate { $0.seal.contains(100) }) { $0.seal.contains(100) },
            ValueCase("data contains, optional", #Predicate { $0.stamp?.contains(50) == true }) {
                $0.stamp?.contains(50) == true
            },
            ValueCase("data starts(with:)", #Predicate { $0.seal.starts(with: prefix) }) {
                $0.seal.starts(with: prefix)
            },
            ValueCase("data starts with another", #Predicate { $0.seal.starts(with: $0.stamp!) }) { vessel in
                vessel.stamp.map { vessel.seal.starts(with: $0) }
            },
            ValueCase("two data", #Predicate { $0.stamp == $0.seal }) { $0.stamp == $0.seal },
            ValueCase("URL ==", #Predicate { $0.page == page }) { $0.page == page },
            ValueCase("URL, optional", #Predicate { $0.site != $0.page }) { $0.site != $0.page },
            ValueCase("URL's text", #Predicate { $0.page.absoluteString.contains("/2") }) {
                $0.page.absoluteString.contains("/2")
            },
            ValueCase("URL's text, optional", #Predicate { $0.site?.absoluteString.count == 25 }) {
                $0.site?.absoluteString.count == 25
            },
            ValueCase("UUID's text", #Predicate { $0.code.uuidString.starts(with: "09AB") }) {
                $0.code.uuidString.starts(with: "09AB")
            },
            ValueCase("UUID, optional", #Predicate { $0.owner == $0.code || $0.owner == half }) {
                $0.owner == $0.code || $0.owner == half
            },
            ValueCase("UUID <", #Predicate { $0.code < half }) { $0.code < half },
            ValueCase("a date's seconds", #Predicate { $0.built.timeIntervalSinceReferenceDate == moment }) {
                $0.built.timeIntervalSinceReferenceDate == moment
            },
            ValueCase("a date's seconds, arithmetic", #Predicate { $0.built.timeIntervalSince1970 / 2 < 6e8 }) {
                $0.built.timeIntervalSince1970 / 2 < 6e8
            },
            ValueCase(
                "the time between two dates",
                #Predicate {
                    $0.sold!.timeIntervalSinceReferenceDate - $0.built.timeIntervalSinceReferenceDate < -1e7
                }
            ) { vessel in
                vessel.sold.map {
                    $0.timeIntervalSinceReferenceDate - vessel.built.timeIntervalSinceReferenceDate < -1e7
                }
            },
        ]
    }

    static var texts: [ValueCase] {
        let quoted = "a\"b'c"
        let wild = "%_\\"
        let nul = "nul\u{0}in"
        let long = String(repeating: "B", count: 1_000_000)
        let composed = "Bell\u{E9}"
        let digits = #/[0-9]$/#
        return [
            ValueCase("quotes", #Predicate { $0.name == quoted }) { $0.name == quoted },
            ValueCase("characters special to LIKE", #Predicate { $0.name.contains(wild) }) { $0.name.contains(wild) },
            ValueCase("NUL", #Predicate { $0.name == nul || $0.name.count == 8 }) {
                $0.name == nul || $0.name.count == 8
            },
            ValueCase("NUL inside", #Predicate { $0.name.contains("\u{0}in") }) { $0.name.contains("\u{0}in") },
            ValueCase("a megabyte", #Predicate { $0.name < long && $0.name != long }) {
                $0.name < long && $0.name != long
            },
            ValueCase("canonical equivalence behind ?", #Predicate { $0.note == composed }) { $0.note == composed },
            ValueCase("two strings", #Predicate { $0.note == $0.name }) { $0.note == $0.name },
            ValueCase("ComparisonResult", #Predicate { $0.name.caseInsensitiveCompare("anna") == .orderedSame }) {
                $0.name.caseInsensitiveCompare("anna") == .orderedSame
            },
            ValueCase("ComparisonResult, !=", #Predicate { $0.name.caseInsensitiveCompare("b") != .orderedAscending }) {
                $0.name.caseInsensitiveCompare("b") != .orderedAscending
            },
            ValueCase(
                "ComparisonResult behind ?",
                #Predicate { $0.note?.caseInsensitiveCompare("NOTE 5") == .orderedSame }
            ) { $0.note?.caseInsensitiveCompare("NOTE 5") == .orderedSame },
            ValueCase("lowercased and count", #Predicate { $0.name.lowercased().count == 5 }) {
                $0.name.lowercased().count == 5
            },
            ValueCase("regular expression", #Predicate { $0.name.contains(digits) }) { $0.name.contains(#/[0-9]$/#) },
            ValueCase("regular expression behind ?", #Predicate { $0.note?.contains(digits) == true }) {
                $0.note?.contains(#/[0-9]$/#) == true
            },
        ]
    }
}
