export { NodeLine } from "./node-line.ts";
export { type Hear, type Wire, WireError } from "./wire.ts";
