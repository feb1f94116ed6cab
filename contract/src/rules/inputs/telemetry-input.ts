import { type Static, Type } from "typebox";
import { closed, span } from "../durations.ts";
import { type SaidProblem, said } from "../said-problem.ts";
import { inputKind, inputSchema, valueKey, valueType } from "./input-kind.ts";

export const windowFunctions = ["AVG", "MIN", "MAX", "COUNT", "DELTA", "RATE"] as const;
export type WindowFunction = (typeof windowFunctions)[number];

const InputWindow = Type.Object(
  {
    function: Type.Enum([...windowFunctions], {
      description: "DELTA is the last value less the first, RATE the same per second; COUNT counts points of any kind",
      examples: ["AVG"],
    }),
    overMs: span("How far back from the newest point, which is in it", 300_000),
  },
  { ...closed, description: "One value made of all points of a span of event time" },
);
export type InputWindow = Static<typeof InputWindow>;

const schema = inputSchema(
  "TELEMETRY",
  {
    key: valueKey,
    type: valueType,
    window: Type.Optional(InputWindow),
    maxAgeMs: Type.Optional(span("An older value is none; without, a value holds until the next one", 900_000)),
  },
  "The newest value of a key, or a window of them",
);
export type TelemetryInput = Static<typeof schema>;

const problemOf = ({ type = "NUMBER", window }: TelemetryInput): SaidProblem | undefined =>
  window && type !== "NUMBER" ? said("WINDOW_IS_NUMBER", "a window is a number; leave the type out") : undefined;

export const telemetryInput = inputKind({
  kind: "TELEMETRY",
  schema,
  typeOf: ({ type }) => type ?? "NUMBER",
  problemOf,
});
