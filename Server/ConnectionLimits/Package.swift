// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that a server takes it without the sync server, and a user of the library resolves nothing of it.
let package = Package(
    name: "ConnectionLimits",
    products: [
        .library(name: "ConnectionLimits", targets: ["ConnectionLimits"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.65.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
    ],
    targets: [
        .target(
            name: "ConnectionLimits",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
