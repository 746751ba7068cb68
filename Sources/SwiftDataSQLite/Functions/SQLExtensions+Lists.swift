import Foundation
import SwiftDataCore
import SwiftDataSQL

extension SQLExtensions {
    /// The functions behind ``ListElements``.
    static let listFunctions = [element, array, lookup]

    private static let element = SQLFunction(ListElements.name, argumentCount: 2) { arguments, result in
        guard let form = arguments[1].text.flatMap(ListElements.Form.init) else { return result.null() }
        switch arguments[0].storageClass {
        case .integer: result.integer(arguments[0].integer)
        case .text: result.element(arguments[0].string, form)
        default: result.null()
        }
    }

    /// Bytes that are no array of such values are no array at all: their row does not match.
    private static let array = SQLFunction(ListElements.arrayName, argumentCount: 3) { arguments, result in
        guard let form = arguments[1].text.flatMap(ListElements.Form.init),
            let column = try? ColumnCoding.read(arguments[0], as: arguments[2].integer == 0 ? .data : .archivedJSON),
            case .data(let json) = column, let list = ListElements.json(stored: json, form)
        else { return result.null() }
        result.text(list)
    }

    private static let lookup = SQLFunction(ListElements.lookupName, argumentCount: 4) { arguments, result in
        guard let keyForm = arguments[1].text.flatMap(ListElements.Form.init),
            let valueForm = arguments[2].text.flatMap(ListElements.Form.init),
            let table = result.kept(for: 0, make: { ElementTable(arguments[0].string, keyForm) }),
            let key = ElementKey(arguments[3]), let value = table.values[key]
        else { return result.null() }
        switch value {
        case .integer(let number): result.integer(number)
        case .text(let text): result.element(text, valueForm)
        case .null: result.null()
        }
    }
}

extension FunctionResult {
    fileprivate mutating func element(_ text: String, _ form: ListElements.Form) {
        if form == .plain { return self.text(text) }
        guard let value = ListElements.value(text, form), let column = ColumnForm(ListElements.kind(form)),
            (try? ColumnCoding.bind(value, as: column, to: &self)) != nil
        else { return null() }
    }
}

/// A captured dictionary, read once for a statement.
private final class ElementTable {
    /// An element as it stands in a list.
    enum Item: Decodable {
        case null
        case integer(Int64)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let number = try? container.decode(Int64.self) {
                self = .integer(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    let values: [ElementKey: Item]

    init?(_ json: String, _ form: ListElements.Form) {
        guard let pairs = try? JSONDecoder().decode([[Item]].self, from: Data(json.utf8)) else { return nil }
        var values: [ElementKey: Item] = [:]
        values.reserveCapacity(pairs.count)
        for pair in pairs where pair.count == 2 {
            guard let key = ElementKey(pair[0], form) else { continue }
            values[key] = pair[1]
        }
        self.values = values
    }
}

/// A value of a column, equal to another as their Swift values are.
private enum ElementKey: Hashable {
    case integer(Int64)
    case real(Double)
    /// Canonical equivalence is the equality of strings.
    case text(String)
    case blob(Data)

    init(real: Double) {
        self = Int64(exactly: real).map(ElementKey.integer) ?? .real(real)
    }

    init?(_ value: ValueHandle) {
        switch value.storageClass {
        case .integer: self = .integer(value.integer)
        case .real: self.init(real: value.real)
        case .text: self = .text(value.string)
        case .blob: self = .blob(value.data)
        case .null: return nil
        }
    }

    init?(_ item: ElementTable.Item, _ form: ListElements.Form) {
        switch item {
        case .null: return nil
        case .integer(let number): self = .integer(number)
        case .text(let text) where form == .plain: self = .text(text)
        case .text(let text):
            guard let value = ListElements.value(text, form), let column = ColumnForm(ListElements.kind(form)) else {
                return nil
            }
            var sink = ElementKeySink()
            guard (try? ColumnCoding.bind(value, as: column, to: &sink)) != nil, let key = sink.key else { return nil }
            self = key
        }
    }
}

private struct ElementKeySink: ColumnSink {
    var key: ElementKey?

    mutating func null() { key = nil }
    mutating func integer(_ value: Int64) { key = .integer(value) }
    mutating func real(_ value: Double) { key = ElementKey(real: value) }
    mutating func text(_ value: String) { key = .text(value) }
    mutating func blob(_ value: Data) { key = .blob(value) }
}
