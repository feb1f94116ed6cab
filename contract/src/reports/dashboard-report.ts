import { type Static, Type } from "typebox";
import { partNamePattern } from "../dashboards/names.ts";
import { PlainSelection } from "../dashboards/selection.ts";
import { Uuid } from "../ids.ts";
import { lineText } from "../text.ts";
import { ReportRange } from "./range.ts";

const closed = { additionalProperties: false } as const;

export const paperSizes = ["A4", "A3"] as const;
export const paperOrientations = ["LANDSCAPE", "PORTRAIT"] as const;

const ReportPaper = Type.Object(
  {
    size: Type.Enum([...paperSizes], { examples: ["A4"] }),
    orientation: Type.Enum([...paperOrientations], { examples: ["LANDSCAPE"] }),
  },
  { ...closed, description: "What it is printed on; without, A4 in landscape" },
);
export type ReportPaper = Static<typeof ReportPaper>;

const values = [
  Type.Object(
    { kind: Type.Literal("DEVICES"), devices: PlainSelection },
    { ...closed, description: "For a variable that stands for devices" },
  ),
  Type.Object(
    { kind: Type.Literal("TEXT"), text: lineText("The text", "day") },
    { ...closed, description: "For others" },
  ),
] as const;
type VariableValue = Static<(typeof values)[number]>;

const VariableValue = Type.Unsafe<VariableValue>({
  type: "object",
  discriminator: { propertyName: "kind" },
  required: ["kind"],
  oneOf: [...values],
});

/** A dashboard as it looks when it runs, all its pages; with format PDF [SCH2]. */
export const DashboardReport = Type.Object(
  {
    kind: Type.Literal("DASHBOARD"),
    dashboardId: Uuid,
    range: ReportRange,
    variables: Type.Optional(
      Type.Record(Type.String({ pattern: partNamePattern }), VariableValue, {
        ...closed,
        maxProperties: 50,
        description: "What its variables are, by name; those that are not here are at their default",
      }),
    ),
    paper: Type.Optional(ReportPaper),
  },
  closed,
);
export type DashboardReport = Static<typeof DashboardReport>;
