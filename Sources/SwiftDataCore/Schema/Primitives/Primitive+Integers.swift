extension Primitive {
    static let boolean = Primitive(
        .boolean,
        Names(
            "boolean",
            form: nil,
            types: ["Bool"],
            module: "Swift",
            noun: "integer",
            article: "an integer"
        ),
        forms: [.integer(.int64)],
        Functions<Bool>(parse: { Bool($0) }, literal: { value, _ in value ? "true" : "false" }).with {
            $0.json = { $0 ? "true" : "false" }
        }
    )

    static func integer(_ width: AttributeKind.Integer) -> Primitive {
        switch width {
        case .int8: int8
        case .int16: int16
        case .int32: int32
        case .int64: int64
        case .uint8: uint8
        case .uint16: uint16
        case .uint32: uint32
        case .uint64: uint64
        }
    }

    private static let int8 = make(.int8, Int8.self, ["Int8"])
    private static let int16 = make(.int16, Int16.self, ["Int16"])
    private static let int32 = make(.int32, Int32.self, ["Int32"])
    private static let int64 = make(
        .int64,
        Int64.self,
        ["Int", "Int64"],
        types: [Int.self, Int64.self],
        form: "integer"
    )
    private static let uint8 = make(.uint8, UInt8.self, ["UInt8"])
    private static let uint16 = make(.uint16, UInt16.self, ["UInt16"])
    private static let uint32 = make(.uint32, UInt32.self, ["UInt32"])
    private static let uint64 = make(
        .uint64,
        UInt64.self,
        ["UInt64", "UInt"],
        types: [UInt64.self, UInt.self],
        form: "unsigned",
        element: "unsigned",
        stored: StoredValue.unsigned
    )

    private static func make<Value: PrimitiveValue & FixedWidthInteger>(
        _ width: AttributeKind.Integer,
        _: Value.Type,
        _ names: [String],
        types: [any PrimitiveValue.Type] = [Value.self],
        form: String? = nil,
        element: String = "integer",
        stored: @escaping @Sendable (Value) -> StoredValue = { $0._stored }
    ) -> Primitive {
        Primitive(
            .integer(width),
            Names(
                width.rawValue,
                form: form,
                element: element,
                types: names,
                module: "Swift",
                noun: "integer",
                article: "an integer"
            ),
            order: .natural,
            forms: [.integer(.int64), .integer(.uint64)],
            types: types,
            Functions<Value>(parse: { Value($0) }, literal: { value, _ in "\(value)" }).with {
                $0.json = { "\($0)" }
                $0.stored = stored
                $0.less = { $0 < $1 }
            }
        )
    }
}
