export type { Sealer } from "./sealer.ts";
