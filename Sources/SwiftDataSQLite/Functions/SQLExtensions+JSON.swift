import Foundation
import SwiftDataCore

extension SQLExtensions {
    /// The name of ``json``.
    static let jsonName = "openswiftdata_json"

    /// A function of a stored value, and whether a keyed archive is around its JSON: the JSON as text, or the value as it
    /// is where it is none.
    static let json = SQLFunction(jsonName, argumentCount: 2) { arguments, result in
        let form: ColumnForm = arguments[1].integer == 0 ? .data : .archivedJSON
        guard case .data(let data)? = try? ColumnCoding.read(arguments[0], as: form) else { return result.null() }
        let start = data.first.map { Unicode.Scalar($0) }
        guard form == .archivedJSON || start == "[" || start == "{", let text = String(data: data, encoding: .utf8)
        else { return result.blob(data) }
        result.text(text)
    }
}
