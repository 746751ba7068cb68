import Foundation
import Hummingbird
import SwiftData
import TripsKit

/// Uploads of photos, and their bytes.
struct PhotoRoutes: Sendable {
    let board: LiveBoard
    let desks: Desks

    func add(to router: Router<WebContext>) {
        router.post("/trips/:trip/photos") { request, context in
            let slug = try context.slug("trip")
            let data = context.form.file ?? Data()
            try await desks.change(as: context.session.person) { try await $0.addPhoto(data, to: slug) }
            return context.done(request, .trip(slug))
        }
        router.post("/photos/:photo/delete") { request, context in
            let slug = try context.slug("photo")
            try await desks.change(as: context.session.person) { try await $0.deletePhoto(slug) }
            return context.done(request, context.back)
        }
        router.get("/photos/:photo") { _, context in try await response(context.slug("photo")) }
    }

    /// Reads the bytes in a context of their own on a thread of the container, so that the board goes on meanwhile and
    /// nobody keeps them.
    private func response(_ slug: Slug) async throws -> Response {
        let slugs = board.slugs
        let found = try await board.modelContainer.read { context -> (type: String, data: Data)? in
            guard let photo = try slugs.model(slug, of: Photo.self, in: context) else { return nil }
            return photo.content.map { (photo.mediaType, $0.data) }
        }
        guard let found else { throw WebError.gone("photo") }
        return Response(
            status: .ok,
            headers: [
                .contentType: found.type,
                // The bytes of a photo never change, and pages name it by its moment too: in another store at this address,
                // another photo may have its identifier.
                .cacheControl: "private, max-age=31536000, immutable",
                .contentSecurityPolicy: "default-src 'none'; sandbox",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: found.data))
        )
    }
}
