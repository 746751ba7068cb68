import Foundation
import SwiftDataCore
import Testing

@Suite struct ModelConfigurationTests {
    @Test func theDefaultIsAFileNamedDefaultInAFolderNamedAfterTheProgram() throws {
        let configuration = ModelConfiguration()
        #expect(configuration.name == "default")
        #expect(configuration.url.lastPathComponent == "default.store")
        let folder = configuration.url.deletingLastPathComponent()
        let program = try #require(Bundle.main.executableURL).deletingPathExtension().lastPathComponent
        #expect(folder.lastPathComponent == program)
        let environment = ProcessInfo.processInfo.environment
        let data =
            environment["XDG_DATA_HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share"
        #expect(folder.deletingLastPathComponent().path == data)
        #expect(configuration.allowsSave)
        #expect(!configuration.isStoredInMemoryOnly)
        #expect(configuration.schema == nil)
        #expect(configuration.groupAppContainerIdentifier == nil)
        #expect(configuration.cloudKitContainerIdentifier == nil)
        #expect(configuration.id == configuration.url)
    }

    @Test func makingAConfigurationCreatesNothing() {
        let configuration = ModelConfiguration("never-opened-\(UUID().uuidString)")
        #expect(!FileManager.default.fileExists(atPath: configuration.url.path))
    }

    @Test func inMemoryMeansDevNull() {
        #expect(ModelConfiguration(isStoredInMemoryOnly: true).url.path == "/dev/null")
        #expect(ModelConfiguration("a", isStoredInMemoryOnly: true).isStoredInMemoryOnly)
        #expect(ModelConfiguration("a", isStoredInMemoryOnly: true).name == "a")
    }

    @Test func theNameIsTheStemOfTheFile() {
        #expect(ModelConfiguration("People").url.lastPathComponent == "People.store")
        #expect(ModelConfiguration("People", groupContainer: .none).groupContainer.identifier == nil)
    }

    @Test func aGroupHasAFolderOfItsOwn() {
        let configuration = ModelConfiguration("x", groupContainer: .identifier("group.example"))
        #expect(configuration.groupAppContainerIdentifier == "group.example")
        #expect(configuration.url.pathComponents.suffix(2) == ["group.example", "x.store"])
    }

    @Test func anExplicitLocationIsKept() {
        let url = URL(fileURLWithPath: "/tmp/some where/Trips.sqlite")
        #expect(ModelConfiguration(url: url).url == url)
        #expect(ModelConfiguration(url: url).name == "Trips")
        #expect(ModelConfiguration("other", url: url, allowsSave: false).name == "other")
        #expect(!ModelConfiguration("other", url: url, allowsSave: false).allowsSave)
    }

    @Test func aNamedCloudDatabaseIsRememberedAndNoticed() throws {
        let configuration = ModelConfiguration("x", cloudKitDatabase: .private("iCloud.example"))
        #expect(configuration.cloudKitContainerIdentifier == "iCloud.example")
        #expect(try #require(configuration.missingSyncNotice).contains("iCloud.example"))
        #expect(ModelConfiguration("x", cloudKitDatabase: .none).missingSyncNotice == nil)
        #expect(ModelConfiguration("x", cloudKitDatabase: .automatic).missingSyncNotice == nil)
    }

    @Test func configurationsAreEqualWhenTheyDescribeTheSameStore() {
        #expect(ModelConfiguration("a") == ModelConfiguration("a"))
        #expect(ModelConfiguration("a").hashValue == ModelConfiguration("a").hashValue)
        #expect(ModelConfiguration("a") != ModelConfiguration("b"))
        #expect(ModelConfiguration("a") != ModelConfiguration("a", allowsSave: false))
        #expect(ModelConfiguration("a") != ModelConfiguration("a", cloudKitDatabase: .private("x")))
        #expect(ModelConfiguration("a") != ModelConfiguration("a", isStoredInMemoryOnly: true))
    }

    @Test func theDescriptionSaysWhereTheStoreIs() {
        let configuration = ModelConfiguration(url: URL(fileURLWithPath: "/tmp/t.store"), allowsSave: false)
        #expect(configuration.debugDescription.contains("/tmp/t.store"))
        #expect(configuration.debugDescription.contains("allowsSave: false"))
        #expect(ModelConfiguration(isStoredInMemoryOnly: true).debugDescription.contains("in memory"))
    }

    @Test(arguments: ["a/b", "", ".", "..", "a\0b"])
    func aNameThatCannotBeAFileNameIsRefused(name: String) {
        #expect(throws: SwiftDataError.configurationFileNameContainsInvalidCharacters) {
            try ModelConfiguration(name).validate()
        }
    }

    @Test func aFileNameIsAsLongAsItsCompanionsAllow() throws {
        try ModelConfiguration(String(repeating: "n", count: 241)).validate()
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            try ModelConfiguration(String(repeating: "n", count: 242)).validate()
        }
        let folder = URL(fileURLWithPath: "/tmp")
        try ModelConfiguration(url: folder.appendingPathComponent(String(repeating: "é", count: 122))).validate()
        #expect(throws: SwiftDataError.configurationFileNameTooLong) {
            try ModelConfiguration(url: folder.appendingPathComponent(String(repeating: "é", count: 124))).validate()
        }
    }

    @Test func aNameIsFreeWhereTheLocationIsGiven() throws {
        try ModelConfiguration("people/2026", url: URL(fileURLWithPath: "/tmp/x.store")).validate()
        try ModelConfiguration("a/b", isStoredInMemoryOnly: true).validate()
    }

    @Test func aRemoteLocationIsRefused() throws {
        let remote = try #require(URL(string: "https://example.com/x.store"))
        #expect(throws: SwiftDataError.loadIssueModelContainer) { try ModelConfiguration(url: remote).validate() }
    }
}
