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
            let desk = await desks.desk(of: context.session.person)
            try await desk.addPhoto(context.form.file ?? Data(), to: slug)
            return context.done(request, .trip(slug))
        }
        router.post("/photos/:photo/delete") { request, context in
            _ = try await desks.desk(of: context.session.person).deletePhoto(context.slug("photo"))
            return context.done(request, context.back)
        }
        router.get("/photos/:photo") { _, context in try response(context.slug("photo")) }
    }

    /// Reads the bytes in a context of its own, so that nobody waits for them and nobody keeps them.
    private func response(_ slug: Slug) throws -> Response {
        let context = ModelContext(board.modelContainer)
        guard let photo = try board.slugs.model(slug, of: Photo.self, in: context), let content = photo.content else {
            throw WebError.gone("photo")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: photo.mediaType,
                // The bytes of a photo never change, and its identifier is never given to another one.
                .cacheControl: "private, max-age=31536000, immutable",
                .contentSecurityPolicy: "default-src 'none'; sandbox",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: content.data))
        )
    }
}
