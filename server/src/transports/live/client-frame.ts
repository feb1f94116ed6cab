import { type ClientFrame, clientFrames } from "@heliograph/contract";
import { Value } from "typebox/value";
import { frameInvalid } from "./errors.ts";

/** A client's frame, or an `invalid` AppError that says what is wrong with it. */
export function clientFrameOf(text: string): ClientFrame {
  const frame = parsed(text);
  const type = typeof frame === "object" && frame !== null && "type" in frame ? frame.type : undefined;
  if (typeof type !== "string" || !isKnown(type)) {
    throw frameInvalid(`type must be one of ${Object.keys(clientFrames).join(", ")}`);
  }
  const schema = clientFrames[type];
  if (Value.Check(schema, frame)) return frame as ClientFrame;
  const [error] = Value.Errors(schema, frame);
  throw frameInvalid(error ? `${error.instancePath.slice(1)} ${error.message}`.trim() : "it has an unexpected form");
}

const isKnown = (type: string): type is keyof typeof clientFrames => Object.hasOwn(clientFrames, type);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw frameInvalid("it is not JSON");
  }
}
