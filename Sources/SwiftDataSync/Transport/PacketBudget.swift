/// The bytes that a fetch may still deliver. The first packet is always taken.
struct PacketBudget {
    private var rest: Int
    private var isFirst = true

    init(limit: Int) { rest = limit }

    /// Takes the bytes of a packet, and returns false where they exceed the limit.
    mutating func take(_ packet: SyncPacket) -> Bool {
        guard isFirst || packet.bytes.count <= rest else { return false }
        isFirst = false
        rest -= min(packet.bytes.count, max(rest, 0))
        return true
    }
}
