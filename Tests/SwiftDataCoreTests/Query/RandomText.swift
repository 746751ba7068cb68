/// Random numbers that a seed repeats.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Random strings of what sorts are told by: case, accents, digits, width, scripts, marks alone and joined.
struct RandomText {
    private var generator: SeededGenerator
    private static let scalars: [Unicode.Scalar] = [
        "a", "A", "b", "B", "e", "é", "\u{301}", "\u{327}", "\u{308}", "ä", "Ä", "ø", "ß", "s", "œ", "ñ", "İ", "ı", "i",
        "0", "1", "2", "9", "０", "９", "٣", " ", "_", "-", ".", "~", "\t", "\u{A0}", "\u{3000}", "Ａ", "ａ", "ω", "Ω",
        "ς", "σ", "я", "Я", "日", "本", "あ", "ア", "ｱ", "한", "\u{1112}", "\u{1161}", "א", "ב", "ع", "ر", "\u{64B}",
        "\u{200F}", "\u{200D}", "👩", "🏽", "🇩", "🇪", "\u{212A}", "k", "K", "\0", "\u{FFFD}", "\u{10FFFF}",
    ]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> String {
        let count = Int.random(in: 0...6, using: &generator)
        // Few different scalars, so that strings share beginnings.
        let pool = (0..<4).map { _ in Self.scalars.randomElement(using: &generator) ?? "a" }
        var scalars = String.UnicodeScalarView()
        for _ in 0..<count { scalars.append(pool.randomElement(using: &generator) ?? "a") }
        return String(scalars)
    }

    mutating func texts(_ count: Int) -> [String] { (0..<count).map { _ in next() } }

    mutating func shuffled(_ texts: [String]) -> [String] { texts.shuffled(using: &generator) }
}
