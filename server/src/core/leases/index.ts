export { Lease } from "./lease.ts";
export type { LeaseStore } from "./lease-store.ts";
