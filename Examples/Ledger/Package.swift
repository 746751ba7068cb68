// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Ledger",
    products: [
        .executable(name: "ledger", targets: ["ledger"])
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "Stores on PostgreSQL servers, which need libpq.")
    ],
    dependencies: [
        .package(
            name: "OpenSwiftData",
            path: "../..",
            traits: [
                "Metrics", "Tracing", .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"])),
            ]
        ),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.1.0"),
    ],
    targets: [
        .target(
            name: "LedgerKit",
            dependencies: [
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataQueries", package: "OpenSwiftData"),
                .product(
                    name: "SwiftDataPostgres",
                    package: "OpenSwiftData",
                    condition: .when(traits: ["PostgreSQL"])
                ),
            ]
        ),
        .executableTarget(
            name: "ledger",
            dependencies: ["LedgerKit", .product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),
        .testTarget(
            name: "LedgerTests",
            dependencies: [
                "LedgerKit",
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
