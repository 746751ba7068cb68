// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    products: [
        .executable(name: "benchmarks", targets: ["benchmarks"]),
        .executable(name: "CountingProgram", targets: ["CountingProgram"]),
    ],
    dependencies: [
        .package(name: "OpenSwiftData", path: "../"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.3.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Counts what is allocated.
        .systemLibrary(name: "CAllocations"),
        .target(
            name: "Workloads",
            dependencies: [
                "CAllocations",
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataQueries", package: "OpenSwiftData"),
                .product(name: "SwiftDataTesting", package: "OpenSwiftData"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Workloads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // What the package's tests count in a debug build, to be counted in a release build. Links, since the folders of
        // a target must be in the package.
        .target(name: "CountedCalls"),
        .executableTarget(
            name: "CountingProgram",
            dependencies: ["CountedCalls", .product(name: "SwiftData", package: "OpenSwiftData")]
        ),
        .testTarget(name: "WorkloadsTests", dependencies: ["Workloads"]),
    ],
    swiftLanguageModes: [.v6]
)
