// swift-tools-version: 6.2
import PackageDescription

/// The templates, the style and the script of the pages.
let web = [
    "layout.mustache", "list-page.mustache", "trip-page.mustache", "changes-page.mustache", "places-page.mustache",
    "trip-form.mustache", "item-form.mustache", "error.mustache", "field.mustache", "change.mustache", "list.mustache",
    "head.mustache", "bucket.mustache", "stay.mustache", "notes.mustache", "photos.mustache", "trip-changes.mustache",
    "state.mustache", "changes.mustache", "places.mustache", "importing.mustache", "undo.mustache", "sync.mustache",
    "style.css", "live.js", "icon.svg",
]

let package = Package(
    name: "TripsWeb",
    products: [
        .executable(name: "trips-web", targets: ["trips-web"])
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "Stores on PostgreSQL servers, which need libpq."),
        .trait(name: "HTTPSync", description: "Sync through a server over HTTP, which needs AsyncHTTPClient."),
        .trait(name: "SyncEncryption", description: "The library with keys for sync, which need swift-crypto."),
    ],
    dependencies: [
        .package(
            name: "OpenSwiftData",
            path: "../..",
            traits: [
                .trait(name: "HTTPSync", condition: .when(traits: ["HTTPSync"])),
                .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                .trait(name: "SyncEncryption", condition: .when(traits: ["SyncEncryption"])),
            ]
        ),
        .package(
            path: "../Trips",
            traits: [
                .trait(name: "HTTPSync", condition: .when(traits: ["HTTPSync"])),
                .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                .trait(name: "SyncEncryption", condition: .when(traits: ["SyncEncryption"])),
            ]
        ),
        .package(path: "../../Server/ConnectionLimits"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.65.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.3.0"),
    ],
    targets: [
        .target(
            name: "TripsWeb",
            dependencies: [
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataSync", package: "OpenSwiftData"),
                .product(name: "TripsKit", package: "Trips"),
                .product(name: "ConnectionLimits", package: "ConnectionLimits"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ],
            // The program has its pages in itself: it runs without this folder, and no request can name a file.
            resources: web.map { .embedInCode("Web/\($0)") },
            plugins: [.plugin(name: "SwiftDataPredicates", package: "OpenSwiftData")]
        ),
        .executableTarget(
            name: "trips-web",
            dependencies: [
                "TripsWeb",
                .product(name: "TripsKit", package: "Trips"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(
            name: "TripsWebTests",
            dependencies: [
                "TripsWeb",
                .product(name: "TripsKit", package: "Trips"),
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataTesting", package: "OpenSwiftData"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
