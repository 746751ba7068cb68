extension Primitive {
    static let float = floating(.float, Float.self, "float", "Float")
    static let double = floating(.double, Double.self, "double", "Double")

    private static func floating<Value: PrimitiveValue & BinaryFloatingPoint & LosslessStringConvertible>(
        _ kind: AttributeKind,
        _: Value.Type,
        _ word: String,
        _ type: String
    ) -> Primitive {
        Primitive(
            kind,
            Names(
                word,
                form: kind == .double ? word : nil,
                element: word,
                types: [type],
                module: "Swift",
                noun: "number",
                article: "a floating-point number"
            ),
            order: .floating,
            forms: [.double, .integer(.int64)],
            Functions<Value>(parse: { Value($0) }, literal: { value, _ in literal(Double(value)) }).with {
                $0.json = { JSONText.number(Double($0)) }
                $0.exactText = { "\(Double($0).bitPattern)" }
                $0.parseExact = { UInt64($0).map { Value(Double(bitPattern: $0)) } }
                $0.isNaN = { $0.isNaN }
                $0.notANumber = .nan
                $0.isSame = { Double($0).bitPattern == Double($1).bitPattern }
                $0.less = { $0 < $1 }
                // By its bits, so that NaN and infinities survive JSON.
                $0.encode = { value, fields, key in try fields.encode(Double(value).bitPattern, forKey: key) }
                $0.decode = { fields, key in
                    Value(Double(bitPattern: try fields.decode(UInt64.self, forKey: key)))
                }
            }
        )
    }

    private static func literal(_ number: Double) -> String {
        if number.isNaN { return ".nan" }
        if number.isInfinite { return number < 0 ? "-.infinity" : ".infinity" }
        return "\(number)"
    }
}
