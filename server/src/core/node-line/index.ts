export { answerOf, answerOfError, bodyOf } from "./answer.ts";
export { notReachedCode, tooManyAsked } from "./errors.ts";
export { NodeLine } from "./node-line.ts";
export { bytesOf, dataIn } from "./told-data.ts";
export { type Hear, type Wire, WireError } from "./wire.ts";
