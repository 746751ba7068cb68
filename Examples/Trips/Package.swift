// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Trips",
    products: [
        .executable(name: "trips", targets: ["trips"]),
        .library(name: "TripsKit", targets: ["TripsKit"]),
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
        .package(path: "../JSONStore"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.3.0"),
    ],
    targets: [
        .target(
            name: "TripsKit",
            dependencies: [
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataSync", package: "OpenSwiftData"),
                .product(name: "JSONStore", package: "JSONStore"),
                .product(
                    name: "SwiftDataPostgres",
                    package: "OpenSwiftData",
                    condition: .when(traits: ["PostgreSQL"])
                ),
            ],
            plugins: [.plugin(name: "SwiftDataPredicates", package: "OpenSwiftData")]
        ),
        .executableTarget(
            name: "trips",
            dependencies: [
                "TripsKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // The quick start of the README, as written there.
        .executableTarget(
            name: "quickstart",
            dependencies: [.product(name: "SwiftData", package: "OpenSwiftData")]
        ),
        .testTarget(
            name: "TripsKitTests",
            dependencies: [
                "TripsKit",
                .product(
                    name: "SwiftDataPostgres",
                    package: "OpenSwiftData",
                    condition: .when(traits: ["PostgreSQL"])
                ),
            ]
        ),
        .testTarget(
            name: "TripsTests",
            dependencies: [
                "trips",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
