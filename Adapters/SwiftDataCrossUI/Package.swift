// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SwiftDataCrossUI",
    products: [
        .library(name: "SwiftDataCrossUI", targets: ["SwiftDataCrossUI"])
    ],
    dependencies: [
        .package(name: "OpenSwiftData", path: "../.."),
        .package(url: "https://github.com/stackotter/swift-cross-ui", branch: "main"),
    ],
    targets: [
        .target(
            name: "SwiftDataCrossUI",
            dependencies: [
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftCrossUI", package: "swift-cross-ui"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
