// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SwiftDataCrossUI",
    products: [
        .library(name: "SwiftDataCrossUI", targets: ["SwiftDataCrossUI"])
    ],
    dependencies: [
        .package(name: "OpenSwiftData", path: "../.."),
        // The commit that the adapter was tried with. See README.md before you take a newer one.
        .package(
            url: "https://github.com/stackotter/swift-cross-ui",
            revision: "f651d7e35648ecafa3e5e73023be40a351bd8c96"
        ),
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
