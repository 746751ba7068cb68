import GRDB
import GRDBSQLite

/// The state of an aggregate that SQLite computes row by row.
protocol AggregateState {
    init()
    /// Takes the value of one row.
    mutating func add(_ value: ValueHandle, _ call: AggregateCall)
    /// The result, of the rows so far.
    func finish(_ result: inout FunctionResult, _ call: AggregateCall)
}

/// The call of an aggregate function.
struct AggregateCall {
    fileprivate let context: OpaquePointer?

    /// The number that the function was registered with.
    var variant: Int {
        @inline(__always) get { Int(bitPattern: sqlite3_user_data(context)) }
    }
}

/// An aggregate function of one argument that SQL can call.
///
/// SQLite keeps a pointer to the state. It calls the last function for each state, also where the statement fails, which
/// is where the state ends.
struct SQLAggregateFunction: Sendable {
    typealias Step = @convention(c) (OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    typealias Final = @convention(c) (OpaquePointer?) -> Void

    let name: String
    let variant: Int
    let step: Step
    let final: Final

    func register(on connection: SQLiteConnection) {
        sqlite3_create_function_v2(
            connection,
            name,
            1,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            UnsafeMutableRawPointer(bitPattern: variant),
            nil,
            step,
            final,
            nil
        )
    }

    @inline(__always)
    static func step<State: AggregateState>(
        _ type: State.Type,
        _ context: OpaquePointer?,
        _ values: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let value = values?.pointee,
            let place = sqlite3_aggregate_context(context, CInt(MemoryLayout<UnsafeMutablePointer<State>?>.size))
        else {
            sqlite3_result_error_nomem(context)
            return
        }
        let known = place.assumingMemoryBound(to: UnsafeMutablePointer<State>?.self)
        let state: UnsafeMutablePointer<State>
        if let pointer = known.pointee {
            state = pointer
        } else {
            state = .allocate(capacity: 1)
            state.initialize(to: State())
            known.pointee = state
        }
        state.pointee.add(ValueHandle(value), AggregateCall(context: context))
    }

    static func final<State: AggregateState>(_ type: State.Type, _ context: OpaquePointer?) {
        guard let context else { return }
        var result = FunctionResult(context: context)
        let call = AggregateCall(context: context)
        // Without rows there is no memory.
        guard
            let state = sqlite3_aggregate_context(context, 0)?
                .assumingMemoryBound(to: UnsafeMutablePointer<State>?.self).pointee
        else { return State().finish(&result, call) }
        state.pointee.finish(&result, call)
        state.deinitialize(count: 1)
        state.deallocate()
    }
}
