import Foundation
import Mustache

/// The templates of the pages. They are a part of the program, so that it runs without its folder of sources.
///
/// Each variable in double braces is escaped by Mustache. Triple braces are in the templates of whole pages only, for
/// fragments that were rendered already.
struct Templates: Sendable {
    private let library: MustacheLibrary

    /// Reads the templates; throws where one makes no sense.
    init() throws {
        var library = MustacheLibrary()
        for (name, bytes) in Self.sources {
            try library.register(String(decoding: bytes, as: UTF8.self), named: name)
        }
        self.library = library
    }

    /// The text of a template with some values.
    func render(_ name: String, _ values: Any) -> String {
        guard let text = library.render(values, withTemplate: name) else {
            preconditionFailure("There is no template \(name).")
        }
        return text
    }

    private static let sources: [(String, [UInt8])] = [
        ("layout", PackageResources.layout_mustache),
        ("list-page", PackageResources.list_page_mustache),
        ("trip-page", PackageResources.trip_page_mustache),
        ("changes-page", PackageResources.changes_page_mustache),
        ("places-page", PackageResources.places_page_mustache),
        ("trip-form", PackageResources.trip_form_mustache),
        ("item-form", PackageResources.item_form_mustache),
        ("error", PackageResources.error_mustache),
        ("field", PackageResources.field_mustache),
        ("change", PackageResources.change_mustache),
        ("list", PackageResources.list_mustache),
        ("head", PackageResources.head_mustache),
        ("bucket", PackageResources.bucket_mustache),
        ("stay", PackageResources.stay_mustache),
        ("notes", PackageResources.notes_mustache),
        ("photos", PackageResources.photos_mustache),
        ("trip-changes", PackageResources.trip_changes_mustache),
        ("state", PackageResources.state_mustache),
        ("changes", PackageResources.changes_mustache),
        ("places", PackageResources.places_mustache),
        ("importing", PackageResources.importing_mustache),
        ("undo", PackageResources.undo_mustache),
        ("sync", PackageResources.sync_mustache),
    ]
}
