import Foundation

/// One step of a key path, as far as it tells key paths apart.
package enum KeyPathStep: Hashable {
    /// A stored property, by its offset.
    case stored(isClass: Bool, offset: UInt32)
    /// A computed property, by what identifies its declaration.
    case computed(identity: UInt)
    /// `?`
    case chain
    /// The end of an optional chain.
    case wrap
    /// `!`
    case force
}

/// Takes key paths apart.
///
/// There is no public way to see the steps of `\.trip?.name`, and none to put it together from its parts. The layout
/// that is read here is the one that Foundation reads for its own checks. It is tried once on key paths whose steps
/// are known; if that fails, or a step is of another kind, the answer is nil and the caller sorts in memory.
package enum KeyPathSteps {
    /// The steps, or nil where they cannot be told.
    package static func of(_ keyPath: AnyKeyPath) -> [KeyPathStep]? {
        isReadable ? read(keyPath) : nil
    }

    private final class Probe {
        var stored = 0
        var next: Probe?
        var computed: Int { stored }
    }

    private static let isReadable: Bool = {
        guard MemoryLayout<UInt>.size == 8,
            let stored = read(\Probe.stored), stored.count == 1, case .stored(isClass: true, _) = stored[0],
            let next = read(\Probe.next), next.count == 1,
            let computed = read(\Probe.computed), computed.count == 1, case .computed = computed[0],
            let chain = read(\Probe.next?.computed), let forced = read(\Probe.next!.stored)
        else { return false }
        return chain == next + [.chain] + computed + [.wrap] && forced == next + [.force] + stored
    }()

    private static func read(_ keyPath: AnyKeyPath) -> [KeyPathStep]? {
        withExtendedLifetime(keyPath) {
            let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
            // Behind the object's header and the pointer to its Objective-C name.
            let start = object + 3 * 8
            let size = Int(start.load(as: UInt32.self) & 0x00FF_FFFF)
            var reader = StepReader(start: start + 8, size: size)
            return reader.steps()
        }
    }
}

private struct StepReader {
    let start: UnsafeRawPointer
    let size: Int
    var offset = 0

    init(start: UnsafeRawPointer, size: Int) {
        self.start = start
        self.size = size
    }

    mutating func steps() -> [KeyPathStep]? {
        guard size > 0, size < 4096 else { return nil }
        var steps: [KeyPathStep] = []
        while offset < size {
            guard let step = step() else { return nil }
            steps.append(step)
            align()
            // Between two steps stands the type that the first one leads to.
            if offset < size { offset += 8 }
        }
        return steps
    }

    private mutating func align() { offset = (offset + 7) & ~7 }

    private mutating func word() -> UInt? {
        align()
        guard offset + 8 <= size else { return nil }
        defer { offset += 8 }
        return (start + offset).load(as: UInt.self)
    }

    private mutating func step() -> KeyPathStep? {
        guard offset + 4 <= size else { return nil }
        let header = (start + offset).load(as: UInt32.self)
        offset += 4
        switch (header & 0x7F00_0000) >> 24 {
        case 1: return stored(header, isClass: false)
        case 3: return stored(header, isClass: true)
        case 2: return computed(header)
        case 4:
            return switch header & 0x00FF_FFFF {
            case 0: .chain
            case 1: .wrap
            case 2: .force
            default: nil
            }
        default: return nil
        }
    }

    private mutating func stored(_ header: UInt32, isClass: Bool) -> KeyPathStep? {
        let payload = header & 0x007F_FFFF
        guard payload == 0x007F_FFFF else { return .stored(isClass: isClass, offset: payload) }
        guard offset + 4 <= size else { return nil }
        defer { offset += 4 }
        return .stored(isClass: isClass, offset: (start + offset).load(as: UInt32.self))
    }

    private mutating func computed(_ header: UInt32) -> KeyPathStep? {
        guard let identity = word(), word() != nil else { return nil }
        if header & 0x0040_0000 != 0, word() == nil { return nil }
        // Arguments are those of generic code; what they are does not tell declarations apart.
        if header & 0x0008_0000 != 0 {
            guard let count = word(), word() != nil, count <= UInt(size) else { return nil }
            offset += Int(count)
        }
        return .computed(identity: identity)
    }
}
