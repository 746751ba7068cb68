import Foundation
import SwiftDataCLI

/// CSV, as it is imported.
enum CSVInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        [
            "id,title,pages,isRead,published,tags\r\nFuzzBook/p1,\"a \"\"b\"\", c\",3,true,2026-11-21,\"[\"\"FuzzTag/p1\"\"]\"\r\n",
            "title,price,weight,number,link,digest,words,place,shelf,loan\n\"x\ny\",1.5,nan,,https://e.org,AAE=,"
                + "\"{\"\"json\"\":[]}\",\"{\"\"town\"\":\"\"t\"\"}\",FuzzShelf/p1,free\n",
            "a,,\"\"\n,", "\"",
        ].map { Data($0.utf8) }
    }

    static func check(_ data: Data) throws {
        let text = String(decoding: data, as: UTF8.self)
        if let records = CSV.records(text) {
            let again: [[String?]] = try rereading("CSV") { CSV.records(records.map(CSV.line).joined()) }
            try require(
                again.map { $0.map(scalars) } == records.map { $0.map(scalars) },
                "CSV that has become other CSV"
            )
        }
        let rows = try accepting(ToolFailure.self) {
            try ImportReader(entity: JSONInput.entity).csv(text, file: "f", of: "FuzzBook")
        }
        try JSONInput.check(rows ?? [])
    }

    /// Equal strings may have other scalars.
    private static func scalars(_ text: String?) -> [Unicode.Scalar]? { text.map { Array($0.unicodeScalars) } }

    static func describe(_ data: Data) -> String {
        guard let records = CSV.records(String(decoding: data, as: UTF8.self)) else { return "nil" }
        return records.map { $0.map { hexadecimal(Data(($0 ?? "").utf8)) }.joined(separator: ",") }
            .joined(separator: ";")
    }
}
