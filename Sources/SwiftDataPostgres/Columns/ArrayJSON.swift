#if PostgreSQL
import Foundation
import SwiftDataCore

/// The elements of an attribute's array, which models exchange with stores as JSON, and the server has as an array of values.
enum ArrayJSON {
    /// The elements of JSON.
    /// - Throws: ``PostgresValueFailure`` for JSON that is no array of such elements.
    static func values(_ json: Data, _ form: PostgresForm) throws(PostgresValueFailure) -> [StoredValue] {
        func read<Element: PrimitiveValue>(_: Element.Type) -> [StoredValue]? {
            (try? JSONForm.decoder.decode([Element].self, from: json))?.map(\._stored)
        }
        guard let type = form.kind?.entry?.types.first, let values = read(type) else {
            // JSON has no such number.
            throw PostgresValueFailure(
                form == .decimal
                    ? "an array of Decimal has an element that is not a number"
                    : "the value is not an array of the type \(form.type.name)"
            )
        }
        return values
    }

    /// The binary form of an array.
    /// - Throws: ``PostgresValueFailure`` where the server cannot keep an element.
    static func bytes(_ values: [StoredValue], _ form: PostgresForm) throws(PostgresValueFailure) -> [UInt8]? {
        var elements: [[UInt8]?] = []
        elements.reserveCapacity(values.count)
        for value in values { elements.append(try PostgresCoding.bytes(value, as: form, form.type)) }
        return PostgresParameter(arrayOf: form.type, elements).bytes
    }

    /// The JSON of an array in its binary form.
    /// - Throws: ``PostgresValueFailure`` for an array with NULL or with several dimensions, and for an element that the type of the
    ///   property does not have.
    static func json(_ bytes: UnsafeRawBufferPointer, _ form: PostgresForm) throws(PostgresValueFailure) -> Data {
        guard let (type, elements) = ArrayValue.elements(bytes) else {
            throw PostgresValueFailure("the array has NULL among its elements, or several dimensions")
        }
        var values: [StoredValue] = []
        values.reserveCapacity(elements.count)
        for element in elements { values.append(try PostgresCoding.value(element, as: form, type)) }
        func write<Element: PrimitiveValue>(_: Element.Type) -> Data? {
            let elements = values.compactMap { Element(_stored: $0) }
            return elements.count == values.count ? try? JSONForm.encoder.encode(elements) : nil
        }
        guard let type = form.kind?.entry?.types.first, let json = write(type) else {
            throw PostgresValueFailure("an element is not of the type \(form.type.name)")
        }
        return json
    }
}
#endif
