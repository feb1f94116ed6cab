import { type Static, Type } from "typebox";
import { lineText } from "../../text.ts";
import { closed, conditionKind } from "./condition-kind.ts";

export const nameComparisons = ["CONTAINS", "STARTS_WITH", "MATCHES"] as const;

const schema = Type.Object(
  {
    kind: Type.Literal("NAME"),
    comparison: Type.Enum([...nameComparisons], {
      description: "MATCHES: the whole name, each * in the text stands for any characters. Case does not matter",
      examples: ["STARTS_WITH"],
    }),
    text: lineText("What the name is compared with", "logger-*"),
  },
  { ...closed, description: "Devices by their name" },
);
export type NameCondition = Static<typeof schema>;

export const nameCondition = conditionKind({
  kind: "NAME",
  schema,
  needs: [],
  problemOf: ({ text }) => (text === "" ? "TEXT_EMPTY" : undefined),
});
