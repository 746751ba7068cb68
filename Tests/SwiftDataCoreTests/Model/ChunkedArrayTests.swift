import SwiftDataCore
import Testing

/// Compares an array in chunks with Swift's own array.
@Suite struct ChunkedArrayTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test(arguments: 1...6) func itChangesAsAnArrayDoes(_ seed: Int) {
        var generator = Generator(state: UInt64(seed))
        var expected = Array(0..<Int.random(in: 0...1_500, using: &generator))
        var array = ChunkedArray(expected)
        for number in 0..<4_000 {
            // First it grows, then it shrinks to nothing.
            let grows = Int.random(in: 0..<10, using: &generator) < (number < 2_000 ? 7 : 2)
            if grows {
                let place = Int.random(in: 0...expected.count, using: &generator)
                expected.insert(-number, at: place)
                array.insert(-number, at: place)
            } else if !expected.isEmpty {
                let place = Int.random(in: 0..<expected.count, using: &generator)
                if number.isMultiple(of: 5) {
                    expected[place] = number
                    array[place] = number
                } else {
                    expected.remove(at: place)
                    array.remove(at: place)
                }
            }
            if number.isMultiple(of: 97) {
                #expect(array.elementsEqual(expected))
                #expect(array.indices.map { array[$0] } == expected)
                #expect(array.reversed() == expected.reversed())
                #expect(array.chunks.allSatisfy { !$0.isEmpty && $0.count <= ChunkedArray<Int>.mostInChunk })
            }
        }
        #expect(array.count == expected.count)
        #expect(Array(array) == expected)
    }

    /// The number of chunks whose memory is not shared with a copy.
    private func ownChunks(_ array: ChunkedArray<Int>, beside copy: ChunkedArray<Int>) -> Int {
        func addresses(_ array: ChunkedArray<Int>) -> Set<UnsafeRawPointer> {
            Set(array.chunks.compactMap { $0.withUnsafeBytes(\.baseAddress) })
        }
        return addresses(array).subtracting(addresses(copy)).count
    }

    @Test(arguments: [1_000, 16_000]) func aChangeBesideACopyCopiesOneChunk(_ count: Int) {
        var array = ChunkedArray(Array(0..<count))
        let copy = array
        array.insert(-1, at: count / 3)
        #expect(ownChunks(array, beside: copy) == 1)
        array.remove(at: count - 1)
        #expect(ownChunks(array, beside: copy) == 2)
        #expect(Array(copy) == Array(0..<count))
    }
}
