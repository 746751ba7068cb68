// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "JSONStore",
    products: [
        .library(name: "JSONStore", targets: ["JSONStore"])
    ],
    dependencies: [
        .package(name: "OpenSwiftData", path: "../..")
    ],
    targets: [
        .target(name: "JSONStore", dependencies: [.product(name: "SwiftData", package: "OpenSwiftData")]),
        // Models for the tests, and a program that the tests kill while it saves.
        .target(
            name: "JournalModel",
            dependencies: [.product(name: "SwiftData", package: "OpenSwiftData")],
            path: "Tests/JournalModel"
        ),
        .executableTarget(
            name: "JournalWriter",
            dependencies: ["JSONStore", "JournalModel"],
            path: "Tests/JournalWriter"
        ),
        .testTarget(
            name: "JSONStoreTests",
            dependencies: [
                "JSONStore", "JournalModel", "JournalWriter",
                .product(name: "SwiftDataTesting", package: "OpenSwiftData"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
