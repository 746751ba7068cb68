import Foundation
import Testing

/// A step of the tutorial in `Documentation/SwiftData.docc`: what a reader's program has then, which is the newest version of each
/// file up to the step.
///
/// A file of a step is named after section, step and file, such as `4-2-Trip.swift`.
struct TutorialStep: Sendable, CustomTestStringConvertible {
    let section: Int
    let step: Int
    /// The file of the step first.
    let files: [URL]

    var testDescription: String { "section \(section), step \(step)" }

    static let catalogue = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Documentation/SwiftData.docc")

    /// The files of the tutorial in the order of its steps.
    private static let files: [(section: Int, step: Int, name: String, url: URL)] = {
        let folder = catalogue.appending(path: "Resources")
        let urls = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let files = (urls ?? []).compactMap { url in
            url.lastPathComponent.wholeMatch(of: /(\d+)-(\d+)-(.+)/).flatMap { parts in
                Int(parts.1).flatMap { section in
                    Int(parts.2).map { (section: section, step: $0, name: String(parts.3), url: url) }
                }
            }
        }
        return files.sorted { ($0.section, $0.step) < ($1.section, $1.step) }
    }()

    /// The steps with a source file.
    static let all: [TutorialStep] = {
        var newest: [String: URL] = [:]
        return files.filter { $0.name.hasSuffix(".swift") }.map { file in
            newest[file.name] = file.url
            let others = newest.filter { $0.key != file.name }.sorted { $0.key < $1.key }.map(\.value)
            return TutorialStep(section: file.section, step: file.step, files: [file.url] + others)
        }
    }()

    /// The last step of each section whose program prints something, with what it prints.
    static let outputs: [(step: TutorialStep, text: String)] = files.filter { $0.name == "output.txt" }
        .compactMap { file in
            guard let step = all.last(where: { $0.section == file.section }),
                let text = try? String(contentsOf: file.url, encoding: .utf8)
            else { return nil }
            return (step, text)
        }

    static let names = files.map(\.url.lastPathComponent)
}
