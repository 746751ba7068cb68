/// An array in chunks: an insertion or a removal moves the elements of one chunk, also while a copy is held.
///
/// `Array` copies all elements when one changes while another value holds them, as a program does with former results.
package struct ChunkedArray<Element>: RandomAccessCollection {
    /// A chunk with more elements is divided.
    package static var mostInChunk: Int { 256 }

    package private(set) var chunks: [[Element]] = []
    /// The number of elements up to the end of each chunk.
    private var ends: [Int] = []

    package init() {}

    package init(_ elements: [Element]) {
        append(elements[...])
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { ends.last ?? 0 }

    package subscript(position: Int) -> Element {
        get {
            let chunk = chunk(of: position)
            return chunks[chunk][position - start(of: chunk)]
        }
        set {
            let chunk = chunk(of: position)
            chunks[chunk][position - start(of: chunk)] = newValue
        }
    }

    /// The positions of the chunk with a position.
    func rangeOfChunk(at position: Int) -> Range<Int> {
        let chunk = chunk(of: position)
        return start(of: chunk)..<ends[chunk]
    }

    /// The elements of the chunk with a position.
    func elementsOfChunk(at position: Int) -> [Element] { chunks[chunk(of: position)] }

    package mutating func insert(_ element: Element, at position: Int) {
        precondition(position >= 0 && position <= count, "The position is not in the array.")
        guard position < count else { return append([element]) }
        let chunk = chunk(of: position)
        chunks[chunk].insert(element, at: position - start(of: chunk))
        for index in chunk..<ends.count { ends[index] += 1 }
        divide(chunk)
    }

    package mutating func remove(at position: Int) {
        let chunk = chunk(of: position)
        chunks[chunk].remove(at: position - start(of: chunk))
        for index in chunk..<ends.count { ends[index] -= 1 }
        guard chunks[chunk].isEmpty else { return }
        chunks.remove(at: chunk)
        ends.remove(at: chunk)
    }

    /// Appends elements: to the last chunk as far as it has room for all of them, else in chunks that are half full.
    mutating func append(_ elements: ArraySlice<Element>) {
        guard !elements.isEmpty else { return }
        if let last = chunks.indices.last, chunks[last].count + elements.count <= Self.mostInChunk {
            chunks[last] += elements
            ends[last] += elements.count
            return
        }
        var rest = elements
        while !rest.isEmpty {
            let next = rest.prefix(Self.mostInChunk / 2)
            chunks.append(Array(next))
            ends.append((ends.last ?? 0) + next.count)
            rest = rest.dropFirst(next.count)
        }
    }

    /// The elements in one array.
    func joined() -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for chunk in chunks { elements += chunk }
        return elements
    }

    /// The chunk that has a position, by a binary search.
    private func chunk(of position: Int) -> Int {
        precondition(position >= 0 && position < count, "The position is not in the array.")
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > position { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func start(of chunk: Int) -> Int { chunk == 0 ? 0 : ends[chunk - 1] }

    private mutating func divide(_ chunk: Int) {
        guard chunks[chunk].count > Self.mostInChunk else { return }
        let half = chunks[chunk].count / 2
        let later = Array(chunks[chunk][half...])
        chunks[chunk].removeSubrange(half...)
        chunks.insert(later, at: chunk + 1)
        ends.insert(ends[chunk], at: chunk + 1)
        ends[chunk] -= later.count
    }
}

extension ChunkedArray {
    /// Iterates over the chunks without a search for each element.
    package struct Iterator: IteratorProtocol {
        private var chunks: IndexingIterator<[[Element]]>
        private var chunk: IndexingIterator<[Element]>

        init(_ chunks: [[Element]]) {
            self.chunks = chunks.makeIterator()
            chunk = [].makeIterator()
        }

        package mutating func next() -> Element? {
            while true {
                if let element = chunk.next() { return element }
                guard let chunk = chunks.next() else { return nil }
                self.chunk = chunk.makeIterator()
            }
        }
    }

    package func makeIterator() -> Iterator { Iterator(chunks) }
}
