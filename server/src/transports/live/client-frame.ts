import { type ClientFrame, clientFrames } from "@heliograph/contract";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { parseBoundedJson } from "../../kernel/bounded-json.ts";
import { frameInvalid } from "./errors.ts";

const ajv = new Ajv({ strict: false, allErrors: false, validateSchema: false }); // a test has validated them
/** Compiled when the first frame of its kind arrives. */
const validators = new Map<string, ValidateFunction>();

/** A client's frame, or an `invalid` AppError that says what is wrong with it. */
export function clientFrameOf(text: string): ClientFrame {
  const frame = parseBoundedJson(text, frameInvalid);
  const type = typeof frame === "object" && frame !== null && "type" in frame ? frame.type : undefined;
  if (typeof type !== "string" || !isKnown(type)) {
    throw frameInvalid(`type must be one of ${Object.keys(clientFrames).join(", ")}`);
  }
  const validate = validatorOf(type);
  if (validate(frame)) return frame as ClientFrame;
  throw frameInvalid(reasonOf(validate.errors?.[0]));
}

const isKnown = (type: string): type is keyof typeof clientFrames => Object.hasOwn(clientFrames, type);

function validatorOf(type: keyof typeof clientFrames): ValidateFunction {
  const validate = validators.get(type) ?? ajv.compile(clientFrames[type]);
  validators.set(type, validate);
  return validate;
}

const reasonOf = (error: ErrorObject | undefined): string =>
  error ? `${error.instancePath.slice(1)} ${error.message}`.trim() : "it has an unexpected form";
