// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    products: [
        .executable(name: "benchmarks", targets: ["benchmarks"])
    ],
    dependencies: [
        .package(name: "OpenSwiftData", path: "../"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.3.0"),
    ],
    targets: [
        .target(
            name: "Workloads",
            dependencies: [
                .product(name: "SwiftData", package: "OpenSwiftData"),
                .product(name: "SwiftDataTesting", package: "OpenSwiftData"),
            ]
        ),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Workloads",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .testTarget(name: "WorkloadsTests", dependencies: ["Workloads"]),
    ],
    swiftLanguageModes: [.v6]
)
