// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// Imports stay internal unless a signature needs them, and a member is visible only where its module is
/// imported: the compiler then checks that the arrows between our modules are the ones drawn in docs/architecture.md.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

#if canImport(Darwin)
    let hasURLSession = true
#else
    let hasURLSession = false
#endif

/// Apple's systems have a URLSession that sync uses instead.
let withHTTP = TargetDependencyCondition.when(
    platforms: [.linux, .android, .windows, .openbsd],
    traits: ["HTTPSync"]
)

/// Apple's systems have CryptoKit.
let withEncryption = TargetDependencyCondition.when(
    platforms: [.linux, .android, .windows, .openbsd],
    traits: ["SyncEncryption"]
)

let package = Package(
    name: "OpenSwiftData",
    products: [
        .library(name: "SwiftData", targets: ["SwiftData"]),
        .library(name: "SwiftDataQueries", targets: ["SwiftDataQueries"]),
        .library(name: "SwiftDataTesting", targets: ["SwiftDataTesting"]),
        .library(name: "SwiftDataSync", targets: ["SwiftDataSync"]),
        // Empty without the trait PostgreSQL.
        .library(name: "SwiftDataPostgres", targets: ["SwiftDataPostgres"]),
        .plugin(name: "SwiftDataPredicates", targets: ["SwiftDataPredicates"]),
        .executable(name: "openswiftdata", targets: ["openswiftdata"]),
    ],
    traits: [
        .trait(name: "Metrics", description: "An instrument that passes the costs of operations to swift-metrics."),
        .trait(name: "Tracing", description: "An instrument that makes spans of swift-distributed-tracing."),
        .trait(name: "PostgreSQL", description: "The store of PostgreSQL servers, which needs libpq."),
        .trait(
            name: "HTTPSync",
            description: "Sync over HTTP on systems without Apple's URLSession, which needs AsyncHTTPClient."
        ),
        .trait(
            name: "SyncEncryption",
            description: "Keys for sync with encryption on systems without Apple's CryptoKit, which need swift-crypto."
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"700.0.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.3.0"),
        // Fetched and built where their traits are enabled.
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.1.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"5.0.0"),
    ],
    targets: [
        .target(
            name: "SwiftData",
            dependencies: ["SwiftDataCore", "SwiftDataSQLite", "SwiftDataMacros"],
            swiftSettings: strict
        ),
        .target(
            name: "SwiftDataCore",
            dependencies: [
                "CSwiftRuntime",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ],
            swiftSettings: strict
        ),
        .systemLibrary(name: "CSwiftRuntime"),
        // The states of records that devices exchange, and how they merge: values without input or output.
        .target(name: "SwiftDataSyncCore", swiftSettings: strict),
        // Sync for apps: the client, and the transports that carry change sets between devices.
        .target(
            name: "SwiftDataSync",
            dependencies: [
                "SwiftDataSyncCore", "SwiftDataCore", "CZlib",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: withHTTP),
                .product(name: "NIOCore", package: "swift-nio", condition: withHTTP),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: withHTTP),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: withHTTP),
                .product(name: "Crypto", package: "swift-crypto", condition: withEncryption),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SwiftDataSQL",
            dependencies: ["SwiftDataCore"],
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .target(
            name: "SwiftDataSQLite",
            dependencies: [
                "SwiftDataCore", "SwiftDataSQL", "CZlib",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CLibPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        // Models in the tables of a PostgreSQL server.
        .target(
            name: "SwiftDataPostgres",
            dependencies: [
                "SwiftDataCore", "SwiftDataSQL",
                .target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .macro(
            name: "SwiftDataMacros",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
            ],
            swiftSettings: strict
        ),
        .plugin(name: "SwiftDataPredicates", capability: .buildTool(), dependencies: ["PredicateDeclarations"]),
        .executableTarget(name: "PredicateDeclarations", swiftSettings: strict),
        // Aggregates and what else no fetch of models can do.
        .target(
            name: "SwiftDataQueries",
            dependencies: [
                "SwiftData", "SwiftDataCore", .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SwiftDataTesting",
            dependencies: ["SwiftData", "SwiftDataCore", "SwiftDataSQLite"],
            swiftSettings: strict
        ),
        // Swift source of model classes, from what Core Data's models and stores say.
        .target(
            name: "SwiftDataModelSource",
            dependencies: ["SwiftDataCore", "SwiftDataSQL", "SwiftDataSQLite"],
            swiftSettings: strict
        ),
        .target(
            name: "SwiftDataCLI",
            dependencies: [
                "SwiftDataCore", "SwiftDataSQL", "SwiftDataSQLite", "SwiftDataModelSource",
                // Empty without the trait PostgreSQL: `migrate` then says that it knows no servers.
                "SwiftDataPostgres",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "openswiftdata",
            dependencies: ["SwiftDataCLI", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: strict
        ),
        // The tests of the tool and of the source that it generates.
        .testTarget(
            name: "ToolTests",
            dependencies: [
                "SwiftDataCLI", "SwiftDataModelSource", "openswiftdata",
                "SwiftData", "SwiftDataCore", "SwiftDataSQL", "SwiftDataSQLite", "SwiftDataTesting",
                "ChildProgram", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SwiftDataCoreTests",
            dependencies: ["SwiftDataCore", "CSwiftRuntime", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SwiftDataSyncCoreTests",
            dependencies: ["SwiftDataSyncCore", "TestSupport"],
            exclude: ["Wire/Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SwiftDataSyncTests",
            dependencies: [
                "SwiftData", "SwiftDataSync", "SwiftDataSyncCore", "SwiftDataCore", "SwiftDataTesting",
                "SyncFolderProgram", "JSONStoreExample", "SwiftDataCLI", "SwiftDataSQLite", "SyncSimulation",
                "TestSupport",
            ],
            // Without the trait HTTPSync there is nothing to test on other systems than Apple's: see below.
            exclude: ["Golden"] + (hasURLSession ? ["HTTP/peer.py", "HTTP/proxy.py"] : ["HTTP"]),
            swiftSettings: strict
        ),
        // The other process of the tests of the folder transport.
        .executableTarget(
            name: "SyncFolderProgram",
            dependencies: ["SwiftDataSync", "SwiftDataSyncCore"],
            path: "Tests/SyncFolderProgram",
            swiftSettings: strict
        ),
        .target(
            name: "TestSupport",
            dependencies: ["SwiftDataSQL", "SwiftDataCore"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        // Devices that sync, over a network, clocks and crashes that a seed decides.
        .target(
            name: "SyncSimulation",
            dependencies: ["SwiftData", "SwiftDataCore", "SwiftDataSync", "SwiftDataSyncCore"],
            path: "Tests/SyncSimulation",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "SyncProgram",
            dependencies: ["SyncSimulation"],
            path: "Tests/SyncProgram",
            swiftSettings: strict
        ),
        // What Swift does not offer: forks, limits and the account of glibc's heap. Of tests only: no product has it.
        .target(name: "SystemCalls", path: "Tests/SystemCalls"),
        // The other process of tests, with a command for each kind of them. Nothing stands in for a function of the system
        // here, as it does in the other two programs.
        .executableTarget(
            name: "ChildProgram",
            dependencies: [
                "ClientModels", "SwiftData", "SwiftDataTesting", "SystemCalls",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            path: "Tests/ChildProgram",
            swiftSettings: strict
        ),
        // The tests of the SQLite store and of the SQL that it runs, and of files: migrations of old stores, and stores of
        // Apple's frameworks.
        .testTarget(
            name: "SwiftDataSQLiteTests",
            dependencies: [
                "ChildProgram", "ClientModels",
                "SwiftData", "SwiftDataTesting", "SwiftDataSQLite", "SwiftDataSQL", "SwiftDataCore", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["Migration/Fixtures"],
            swiftSettings: strict
        ),
        // Models and migrations of another module, which sees the library as a client does, and which other processes use
        // too.
        .target(
            name: "ClientModels",
            dependencies: ["SwiftData", "SwiftDataSQLite"],
            path: "Tests/ClientModels",
            swiftSettings: strict
        ),
        // Functions that stand in for `malloc` and others, and count. Of tests only: no product has it.
        .target(name: "CountedCalls", path: "Tests/CountedCalls"),
        .executableTarget(
            name: "CountingProgram",
            dependencies: ["CountedCalls", "SwiftData"],
            path: "Tests/CountingProgram",
            swiftSettings: strict
        ),
        // A file system for SQLite that fails and keeps a journal. Of tests only: no product has it.
        .target(name: "FaultyVFS", path: "Tests/FaultyVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "TortureProgram",
            dependencies: [
                "ClientModels", "FaultyVFS", "JSONStoreExample", "SwiftData", "SwiftDataCLI", "SwiftDataCore",
                "SwiftDataSQLite",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/TortureProgram",
            swiftSettings: strict
        ),
        // Faults, power cuts, kills, load and random input: docs/reliability.md.
        .testTarget(
            name: "ReliabilityTests",
            dependencies: [
                "ChildProgram", "TortureProgram", "SwiftData", "SwiftDataCore", "SwiftDataSQL", "SwiftDataSQLite",
                "SwiftDataCLI", "TestSupport",
            ],
            exclude: ["Fuzz/Corpus"],
            swiftSettings: strict
        ),
        // The store of Examples/JSONStore, so that the behaviours run on it together with the other stores.
        .target(
            name: "JSONStoreExample",
            dependencies: ["SwiftData"],
            path: "Examples/JSONStore/Sources/JSONStore"
        ),
        .testTarget(
            name: "SwiftDataTests",
            dependencies: [
                "SwiftData", "SwiftDataQueries", "SwiftDataCore", "SwiftDataSQL", "SwiftDataSQLite", "SwiftDataTesting",
                "ClientModels", "TestSupport", "ChildProgram", "CountingProgram", "JSONStoreExample",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        // The programs that the compiler accepts and refuses.
        .testTarget(
            name: "SourceTests",
            dependencies: ["SwiftData", "PredicateDeclarations", "TestSupport"],
            exclude: ["Accepted", "AcceptedSwift5", "Beside", "Mistakes", "Refused"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Scripts/fuzz sets it: the modules are then built for libFuzzer, which an ordinary build cannot be linked with.
if Context.environment["OPENSWIFTDATA_FUZZ"] != nil {
    // The tests have the sources of FuzzTargets too.
    package.targets.removeAll { $0.type == .test }
    package.targets.append(
        .target(
            name: "FuzzTargets",
            dependencies: ["SwiftData", "SwiftDataCore", "SwiftDataSQL", "SwiftDataSQLite", "SwiftDataCLI"],
            path: "Tests/ReliabilityTests/Fuzz/Targets",
            swiftSettings: strict
        )
    )
    let instrumented = SwiftSetting.unsafeFlags(["-sanitize=fuzzer,address"])
    for target in package.targets where target.type == .regular {
        target.swiftSettings = (target.swiftSettings ?? []) + [instrumented]
    }
    // What reads most of the bytes: a million executions take minutes and not hours.
    let readers = ["SwiftDataSQL", "SwiftDataSQLite", "SwiftDataCLI", "FuzzTargets"]
    for target in package.targets where readers.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"])]
    }
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
        .executableTarget(
            name: "FuzzProgram",
            dependencies: ["FuzzTargets", "CLibFuzzer"],
            path: "Tests/FuzzProgram",
            swiftSettings: strict + [instrumented],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
        ),
    ]
}

// `make portable` sets it: nothing is used that only some platforms have, or that the Swift runtime does not document. The
// tests are those of what is then done otherwise.
if Context.environment["OPENSWIFTDATA_PORTABLE"] != nil {
    let tests = ["SwiftDataCoreTests", "SwiftDataSQLiteTests", "ToolTests", "SwiftDataTests"]
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
    for target in package.targets where [.regular, .executable, .test].contains(target.type) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.define("PORTABLE_FALLBACKS")]
        guard target.name == "SwiftDataTests" else { continue }
        let folder = Context.packageDirectory + "/Tests/SwiftDataTests"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // The last three need models of folders that are left out.
        target.exclude =
            names.filter { !["Models", "OtherProcesses"].contains($0) }
            + ["HistoryDeletionNoticingTests", "OwnSavesTests", "SaveRaceOfStoresTests"].map {
                "OtherProcesses/\($0).swift"
            }
    }
}

// Scripts/test-postgres and Scripts/benchmark-postgres set it: the tests that need a server and none of the others, and the
// program that measures. They are no part of `swift test`.
if Context.environment["OPENSWIFTDATA_POSTGRES"] != nil {
    package.targets.removeAll { $0.type == .test }
    package.targets.append(
        .testTarget(
            name: "SwiftDataPostgresTests",
            dependencies: [
                "SwiftData", "SwiftDataQueries", "SwiftDataCore", "SwiftDataSQL", "SwiftDataPostgres",
                "SwiftDataCLI", "SwiftDataTesting", "TestSupport", "PostgresProgram",
            ],
            swiftSettings: strict
        )
    )
    // The program of Scripts/failover-postgres, which saves while servers are killed.
    package.targets.append(
        .executableTarget(
            name: "PostgresProgram",
            dependencies: [
                "SwiftData", "SwiftDataPostgres", "SwiftDataTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/PostgresProgram",
            swiftSettings: strict
        )
    )
    // Scripts/benchmark-postgres builds it.
    package.targets.append(
        .executableTarget(
            name: "postgres-benchmarks",
            dependencies: [
                "SwiftData", "SwiftDataPostgres", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/Postgres/Sources/postgres-benchmarks",
            swiftSettings: strict
        )
    )
}

// Scripts/test-http sets OPENSWIFTDATA_HTTP, for a build with the tests of sync over HTTP and of its keys, and what they need alone. The build of
// Scripts/test-postgres has them too: a trait is a define of the whole package, and CI compiles the library once for both.
let testsHTTPAlone = Context.environment["OPENSWIFTDATA_HTTP"] != nil
if !hasURLSession, testsHTTPAlone || Context.environment["OPENSWIFTDATA_POSTGRES"] != nil {
    package.targets.removeAll { $0.name == "SwiftDataSyncTests" }
    if testsHTTPAlone {
        let used = [
            "SwiftData", "SwiftDataCore", "CSwiftRuntime", "SwiftDataSyncCore", "SwiftDataSync", "SwiftDataSQL",
            "SwiftDataSQLite", "CZlib", "SwiftDataMacros", "SwiftDataTesting", "TestSupport",
        ]
        package.targets.removeAll { !used.contains($0.name) }
        package.products = [.library(name: "SwiftDataSync", targets: ["SwiftDataSync"])]
        let unused = ["swift-argument-parser", "swift-metrics", "swift-distributed-tracing"]
        package.dependencies.removeAll { dependency in
            if case .sourceControl(_, let location, _) = dependency.kind {
                unused.contains { location.hasSuffix($0) }
            } else {
                false
            }
        }
    }
    let shared = ["ClientDevice.swift", "ClientModels.swift"]
    let folder = Context.packageDirectory + "/Tests/SwiftDataSyncTests/Client"
    let others = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !shared.contains($0) }
    package.targets.append(
        .testTarget(
            name: "SwiftDataHTTPTests",
            dependencies: [
                "SwiftData", "SwiftDataSync", "SwiftDataSyncCore", "SwiftDataCore", "SwiftDataTesting", "TestSupport",
            ],
            path: "Tests/SwiftDataSyncTests",
            exclude: ["HTTP/peer.py", "HTTP/proxy.py", "Custom", "Golden", "Simulation", "Transport"]
                + others.map { "Client/\($0)" },
            swiftSettings: strict
        )
    )
}

// Scripts/test sets it for its first part: the tests of the code that macros write. A test that imports macros is built for the
// machine that compiles, together with the library and all other tests of the package, while the products are built as they are
// used: everything would be compiled twice.
if let toolchain = Context.environment["OPENSWIFTDATA_MACRO_TESTS"] {
    // The name of the program of the tests, so that it does not take the place of the one of the tests of the library.
    package.name = "OpenSwiftDataMacros"
    let modules = [
        "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics",
        "SwiftSyntaxMacroExpansion",
    ]
    let tests = Target.testTarget(
        name: "MacroTests",
        dependencies: ["SwiftDataMacros"] + modules.map { .product(name: $0, package: "swift-syntax") },
        swiftSettings: strict
    )
    package.targets.removeAll { $0.type == .test }
    // The folder of the toolchain's own swift-syntax, where it is to be used: the macros are then a library as any other.
    if !toolchain.isEmpty {
        tests.dependencies = ["SwiftDataMacros"]
        let macros = Target.target(name: "SwiftDataMacros", exclude: ["Plugin.swift"])
        macros.linkerSettings = [
            .unsafeFlags(
                ["-L", toolchain] + modules.map { "-l" + $0 } + ["-Xlinker", "-rpath", "-Xlinker", toolchain]
            )
        ]
        // Language mode 5: the modules of the toolchain are resilient, and their enums can have unknown cases.
        for target in [macros, tests] {
            target.swiftSettings =
                strict + [.unsafeFlags(["-I", toolchain, "-suppress-warnings"]), .swiftLanguageMode(.v5)]
        }
        package.products = []
        package.targets = [macros]
        package.dependencies = []
    }
    package.targets.append(tests)
}

// Scripts/swift sets it, and gives the compiler the macros as a library that is there: a build then has neither the macros nor
// swift-syntax in it.
if Context.environment["OPENSWIFTDATA_MACROS"] != nil {
    package.dependencies.removeAll { dependency in
        if case .sourceControl(_, let location, _) = dependency.kind {
            location.hasSuffix("swift-syntax")
        } else {
            false
        }
    }
    package.targets.removeAll { ["SwiftDataMacros", "MacroTests"].contains($0.name) }
    for target in package.targets {
        target.dependencies.removeAll { dependency in
            if case .byNameItem("SwiftDataMacros", _) = dependency { true } else { false }
        }
    }
}
