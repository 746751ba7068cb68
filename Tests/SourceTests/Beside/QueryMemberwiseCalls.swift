@MainActor
func makeBoard() -> [String] { Board(title: "a").names }

func makePlain() -> [Plain] { [Plain(count: 1), Plain(title: "a", count: 2)] }
