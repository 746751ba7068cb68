import Foundation
import SwiftDataCore
import SwiftDataModelSource
import TestSupport
import Testing

/// The files and folders that models are kept in.
struct ModelFolderTests {
    private static let entity = "<entity name=\"Item\"><attribute name=\"a\" attributeType=\"Double\"/></entity>"

    @Test func versionsAreInTheOrderOfTheirNumbers() throws {
        let file = try ModelFile(
            current: "Trips 2",
            ["Trips 10": Self.entity, "Trips": Self.entity, "Trips 2": Self.entity, "Trips 3": Self.entity]
        )
        let source = try file.read()
        #expect(source.name == "Trips")
        #expect(source.versions.map(\.name) == ["Trips", "Trips 2", "Trips 3", "Trips 10"])
        #expect(source.current?.name == "Trips 2")
    }

    @Test func withoutACurrentVersionTheLastOneIs() throws {
        let file = try ModelFile(["Trips": Self.entity, "Trips 2": Self.entity])
        var source = try file.read()
        #expect(source.current?.name == "Trips 2")
        try source.select(version: "Trips")
        #expect(source.current?.name == "Trips")
        #expect(throws: StoreError.self) { try source.select(version: "Trips 3") }
    }

    @Test(arguments: ["folder", "damaged"])
    func aCurrentVersionThatCannotBeReadIsAnError(_ kind: String) throws {
        let file = try ModelFile(["Trips": Self.entity, "Trips 2": Self.entity])
        let version = file.url.appending(path: ".xccurrentversion")
        if kind == "folder" {
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: false)
        } else {
            try Data("<plist><dict>".utf8).write(to: version)
        }
        let error = #expect(throws: StoreError.self) { try file.read() }
        #expect(error?.message.contains(".xccurrentversion") == true)
    }

    @Test func aVersionAndItsContentsCanBeReadByThemselves() throws {
        let file = try ModelFile(["Trips 2": Self.entity])
        let version = file.url.appending(path: "Trips 2.xcdatamodel")
        #expect(try ModelSource.read(version).versions.map(\.name) == ["Trips 2"])
        #expect(try ModelSource.read(version.appending(path: "contents")).name == "Trips 2")
    }

    @Test(arguments: [
        "", "<", "<model", "<model><entity/></model>", "<model></model>", "<html></html>",
        "<model><entity name=\"A\"/><entity name=\"A\"/></model>",
        "<model><entity name=\"A\" parentEntity=\"B\"/></model>",
        "<model><entity name=\"A\" parentEntity=\"B\"/><entity name=\"B\" parentEntity=\"A\"/></model>",
        "<model><entity name=\"A\"><attribute attributeType=\"String\"/></entity></model>",
        "<model><entity name=\"A\"><relationship name=\"r\"/></entity></model>",
        "bplist00", "bplist00 and nothing that makes sense", "SQLite format 3\u{0}", "PK",
    ])
    func whatIsNoModelIsAnError(_ text: String) throws {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: folder.file("x.mom"))
        #expect(throws: StoreError.self) { try ModelSource.read(folder.file("x.mom")) }
    }

    @Test func elementsInsideOfElementsWithoutEndAreAnError() throws {
        let folder = try TemporaryFolder()
        let deep = String(repeating: "<a>", count: 5_000) + String(repeating: "</a>", count: 5_000)
        try Data("<model>\(deep)</model>".utf8).write(to: folder.file("contents.xml"))
        #expect(throws: StoreError.self) { try ModelSource.read(folder.file("contents.xml")) }
    }

    @Test func missingFilesAndOtherFoldersAreErrors() throws {
        let folder = try TemporaryFolder()
        #expect(throws: StoreError.self) { try ModelSource.read(folder.url) }
        #expect(throws: StoreError.self) { try ModelSource.read(folder.file("nothing")) }
    }
}
