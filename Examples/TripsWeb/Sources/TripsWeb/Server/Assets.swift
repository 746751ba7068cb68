import Hummingbird

/// The files that each page needs. They are a part of the program: no request names a file.
enum Assets {
    static let style = Asset(PackageResources.style_css, type: "text/css; charset=utf-8")
    static let script = Asset(PackageResources.live_js, type: "text/javascript; charset=utf-8")
    static let icon = Asset(PackageResources.icon_svg, type: "image/svg+xml")

    /// A text that is another one when an asset is, so that browsers may keep assets as long as they like.
    static let version = ContentHash.text(of: [style, script, icon].flatMap { Array($0.buffer.readableBytesView) })

    static func addRoutes(to router: Router<WebContext>) {
        router.get("style.css") { _, _ in style.response }
        router.get("live.js") { _, _ in script.response }
        router.get("icon.svg") { _, _ in icon.response }
    }
}

/// A file in the program.
struct Asset: Sendable {
    let buffer: ByteBuffer
    let type: String

    init(_ bytes: [UInt8], type: String) {
        buffer = ByteBuffer(bytes: bytes)
        self.type = type
    }

    var response: Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "public, max-age=31536000, immutable"],
            body: ResponseBody(byteBuffer: buffer)
        )
    }
}
