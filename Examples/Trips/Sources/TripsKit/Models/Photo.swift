import SwiftData

/// A picture of a trip. Its bytes are a model of their own, so that a list of photos does not read them.
@Model
public final class Photo {
    /// The type of the bytes, such as `image/jpeg`.
    public var mediaType: String
    public var added: Date
    public var trip: Trip?

    @Relationship(deleteRule: .cascade, inverse: \PhotoContent.photo)
    public var content: PhotoContent?

    public init(mediaType: String, data: Data, added: Date = .now) {
        self.mediaType = mediaType
        // A JSON file holds whole seconds only.
        self.added = Date(timeIntervalSince1970: added.timeIntervalSince1970.rounded(.down))
        content = PhotoContent(data: data)
    }
}

/// The bytes of a photo, in a file beside the store where they are many.
@Model
public final class PhotoContent {
    @Attribute(.externalStorage) public var data: Data
    public var photo: Photo?

    public init(data: Data) { self.data = data }
}
