import SwiftData

struct Module {
    @Model
    final class Account {
        private(set) var balance = 0
        private var secret = ""
        init() {}
    }
}

func change(_ account: Module.Account) {
    account.balance += 1  // expect-error: setter is inaccessible
    account.secret = ""  // expect-error: 'secret' is inaccessible due to 'private' protection level
}
