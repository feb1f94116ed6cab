import { type Static, Type } from "typebox";
import type { Operand } from "../../device-groups/comparison.ts";
import { valueKey } from "../inputs/input-kind.ts";
import { actionSchema } from "./action-kind.ts";

/** Writes a value among the device's telemetry. */
export const PublishAction = actionSchema(
  "PUBLISH_TELEMETRY",
  {
    key: valueKey,
    value: Type.Unsafe<Operand>({
      type: ["string", "number", "boolean"],
      maxLength: 1_024,
      description: "What is written",
      examples: [true],
    }),
  },
  "Writes a point of the device",
);
export type PublishAction = Static<typeof PublishAction>;
