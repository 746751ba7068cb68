import Foundation
import TestSupport
import Testing

/// SwiftData keeps a collection in a struct as JSON, in a column of bytes.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct CompositeBytesTests {
    private static let entities = """
        <composite name="Place"><attribute name="town" optional="YES" attributeType="String"/>
        <attribute name="notes" optional="YES" attributeType="Binary"/></composite>
        <entity name="Trip"><attribute name="place" optional="YES" attributeType="Composite" composite="Place"/></entity>
        """

    private func check(_ values: String...) async throws -> ToolResult {
        let rows = values.enumerated().map { "(\($0 + 1), 1, 1, \($1))" }.joined(separator: ", ")
        let store = try AppleStore(
            Self.entities,
            AppleStore.Options(),
            "INSERT INTO ZTRIP (Z_PK, Z_ENT, Z_OPT, ZNOTES) VALUES \(rows)",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = \(values.count)"
        )
        return await tool("check", store.path)
    }

    @Test func bytesAmongJSONAreReported() async throws {
        let result = try await check("CAST('[\"a\"]' AS BLOB)", "CAST('[\"a' AS BLOB)", "x'00ff'", "NULL")
        #expect(result.status == 1)
        #expect(
            result.output.contains(
                "problem (values): Trip.place.notes: Bytes are not JSON, as those of other rows are. 2 "
            ),
            "\(result.output)"
        )
    }

    @Test func bytesAloneMayBeBytes() async throws {
        #expect(try await check("x'00ff'", "x'0102'").output == "No problems were found.\n")
        #expect(
            try await check("CAST('[]' AS BLOB)", "CAST('{\"a\":1}' AS BLOB)").output == "No problems were found.\n"
        )
        let begun = try await check("x'00ff'", "CAST('{\"a\":' AS BLOB)")
        #expect(begun.status == 0 && begun.output.contains("note (values): Trip.place.notes: Bytes begin as JSON"))
    }

    /// A file of this library says that `notes` is an array of text.
    @Test func aStoreOfOursKnows() async throws {
        let library = try FilledLibrary()
        #expect(await tool("check", library.path).status == 0)
        try library.sqlite3("UPDATE ZSHELF SET ZNOTES = x'00ff' WHERE ZNOTES IS NOT NULL")
        let result = await tool("check", library.path)
        #expect(result.status == 1)
        #expect(result.output.contains("Shelf.place.notes: Bytes of a collection are not JSON. 1 "), "\(result.output)")
    }
}
