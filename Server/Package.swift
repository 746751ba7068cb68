// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "OpenSwiftDataServer",
    products: [
        .executable(name: "openswiftdata-sync", targets: ["openswiftdata-sync"])
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "Stores on PostgreSQL servers, which need libpq."),
        // The server has no keys. Devices of tests do, and a build of all packages compiles the library once.
        .trait(name: "SyncEncryption", description: "The library with keys for sync, which need swift-crypto."),
    ],
    dependencies: [
        .package(
            name: "OpenSwiftData",
            path: "..",
            // The tests send over HTTP.
            traits: [
                .trait(name: "HTTPSync"),
                .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
                .trait(name: "SyncEncryption", condition: .when(traits: ["SyncEncryption"])),
            ]
        ),
        // Of the example TripsWeb too.
        .package(path: "ConnectionLimits"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.65.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.3.0"),
    ],
    targets: [
        .target(
            name: "SyncServer",
            dependencies: [
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataSync", package: "OpenSwiftData"),
                .product(
                    name: "SwiftDataPostgres",
                    package: "OpenSwiftData",
                    condition: .when(traits: ["PostgreSQL"])
                ),
                .product(name: "ConnectionLimits", package: "ConnectionLimits"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "Logging", package: "swift-log"),
            ],
            plugins: [.plugin(name: "SwiftDataPredicates", package: "OpenSwiftData")]
        ),
        .executableTarget(
            name: "openswiftdata-sync",
            dependencies: [
                "SyncServer",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // A device that Tests/Rounds/rounds.py kills.
        .executableTarget(
            name: "SyncRoundsDevice",
            dependencies: [
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataSync", package: "OpenSwiftData"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/SyncRoundsDevice",
            plugins: [.plugin(name: "SwiftDataPredicates", package: "OpenSwiftData")]
        ),
        // A device that Tests/Rounds/load.py measures.
        .executableTarget(
            name: "SyncLoadDevice",
            dependencies: [
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataSync", package: "OpenSwiftData"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/SyncLoadDevice",
            plugins: [.plugin(name: "SwiftDataPredicates", package: "OpenSwiftData")]
        ),
        .testTarget(
            name: "SyncServerTests",
            dependencies: [
                "SyncServer",
                "openswiftdata-sync",
                "SyncRoundsDevice",
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataSync", package: "OpenSwiftData"),
                .product(name: "ConnectionLimits", package: "ConnectionLimits"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
