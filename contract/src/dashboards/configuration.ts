import { type Static, Type } from "typebox";
import { colour } from "../device-types/labels.ts";
import { freeText, lineText } from "../text.ts";
import { dashboardBounds } from "./bounds.ts";
import { closed } from "./closed.ts";
import { Layout, NarrowLayout } from "./layout.ts";
import { MomentExpression } from "./moment-expression.ts";
import { partName, partNamePattern } from "./names.ts";
import { DashboardVariable } from "./variables.ts";
import { type StoredWidget, widgetKinds } from "./widgets/index.ts";

const DashboardTime = Type.Object(
  {
    from: MomentExpression,
    to: MomentExpression,
    zone: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: "Without, the reader's", examples: ["Europe/Berlin"] }),
    ),
    live: Type.Optional(Type.Boolean({ description: "Goes on with the time" })),
  },
  { ...closed, description: "The time it opens with", examples: [{ from: "now-6h", to: "now" }] },
);
export type DashboardTime = Static<typeof DashboardTime>;

/** The schema of the options is that of the kind: it is looked at when the kind is known. */
const DashboardWidget = Type.Unsafe<StoredWidget>(
  Type.Object(
    {
      kind: Type.String({
        minLength: 1,
        maxLength: 64,
        description: `One of ${widgetKinds.map(({ kind }) => kind).join(", ")}`,
        examples: ["TEXT"],
      }),
      version: Type.Integer({ minimum: 1, maximum: 10_000, description: "Of its options", examples: [1] }),
      title: Type.Optional(lineText("Title", "Bearing temperature")),
      options: Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: "object",
        additionalProperties: true,
        description: "As its kind says; those of an older version are brought up to the newest",
        examples: [{ markdown: "# Pump house" }],
      }),
    },
    closed,
  ),
);

const DashboardPage = Type.Object(
  {
    id: partName("How links call it", "overview"),
    title: lineText("Title", "Overview"),
    parameters: Type.Optional(
      Type.Array(partName("Name of a variable", "pump"), {
        maxItems: dashboardBounds.variables,
        description: "Variables that whoever opens the page says something for: a drill-down",
      }),
    ),
    layout: Layout,
    narrow: Type.Optional(NarrowLayout),
  },
  closed,
);
export type DashboardPage = Static<typeof DashboardPage>;

const largestTs = 8_640_000_000_000_000;
const moment = (description: string) =>
  Type.Integer({ minimum: -largestTs, maximum: largestTs, description, examples: [1794700800000] });

const DashboardNote = Type.Object(
  {
    startTs: moment("When; Unix milliseconds"),
    endTs: Type.Optional(moment("Until when, if it took time")),
    text: freeText("What happened", "Filter changed", dashboardBounds.lettersOfNote),
    colour: Type.Optional(colour),
  },
  { ...closed, description: "A note on the time axis" },
);

/** A dashboard, typed: no script anywhere in it [DSH1]. */
export const DashboardConfiguration = Type.Object(
  {
    format: Type.Literal("heliograph.dashboard/1", { description: "What this is" }),
    time: DashboardTime,
    variables: Type.Array(DashboardVariable, { maxItems: dashboardBounds.variables }),
    widgets: Type.Unsafe<Readonly<Record<string, StoredWidget>>>(
      Type.Record(Type.String({ pattern: partNamePattern }), DashboardWidget, {
        ...closed,
        maxProperties: dashboardBounds.widgets,
        description: "Widgets by their name",
      }),
    ),
    pages: Type.Array(DashboardPage, { minItems: 1, maxItems: dashboardBounds.pages }),
    annotations: Type.Array(DashboardNote, { maxItems: dashboardBounds.annotations }),
  },
  closed,
);
export type DashboardConfiguration = Static<typeof DashboardConfiguration>;
