export { EventsAfterCommit } from "./events-after-commit.ts";
export type { Transactions } from "./transactions.ts";
