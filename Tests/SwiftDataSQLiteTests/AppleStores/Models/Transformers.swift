import Foundation
import SwiftData

/// The one text in a keyed archive of the samples' `Cover` and `Content` objects.
struct ArchivedText: Equatable {
    let text: String
    /// The archive itself, to be written as it was.
    let archive: Data

    /// An archive of nothing.
    static let blank = ArchivedText(text: "", archive: Data("bplist00".utf8))

    init(text: String, archive: Data) {
        self.text = text
        self.archive = archive
    }

    /// Nil for what is no property list of an archive.
    init?(_ archive: Data) {
        guard let list = try? PropertyListSerialization.propertyList(from: archive, format: nil) as? [String: Any],
            let objects = list["$objects"] as? [Any]
        else { return nil }
        text = objects.dropFirst().compactMap { $0 as? String }.first ?? ""
        self.archive = archive
    }
}

/// Keeps an archive as it is, and shows its text.
class ArchivedTextTransformer: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? { (value as? ArchivedText)?.archive }
    override func reverseTransformedValue(_ value: Any?) -> Any? { (value as? Data).flatMap { ArchivedText($0) } }
}

final class CoverTransformer: ArchivedTextTransformer {}
final class ContentTransformer: ArchivedTextTransformer {}

/// Three bytes for each color, as the app of the samples has it.
struct Palette: Equatable {
    var bytes: Data
}

final class ColorsTransformer: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? { (value as? Palette)?.bytes }
    override func reverseTransformedValue(_ value: Any?) -> Any? { (value as? Data).map { Palette(bytes: $0) } }
}
