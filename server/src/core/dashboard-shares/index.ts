export type { AliasOf } from "./aliases.ts";
export { DashboardShares } from "./dashboard-shares.ts";
export { shareThrottled } from "./errors.ts";
export { type OpenedShare, OpenShares, type ShownShare } from "./open-shares.ts";
export type { DashboardShare, ListedShare, NewShare, ShareTerms } from "./share.ts";
export { SharePasswords } from "./share-passwords.ts";
export type { MadeShare, ShareStore } from "./share-store.ts";
export { ShareTickets } from "./share-tickets.ts";
export { SharedData, type SharedPiece } from "./shared-data.ts";
