import { widgetKind } from "../widget-kind.ts";
import { everyDevice, firstOf, rangeProblem } from "../widget-parts.ts";
import type { ControlOptions } from "./control-options.ts";

export const controlWidget = widgetKind<"CONTROL", ControlOptions>({
  kind: "CONTROL",
  defaults: { devices: everyDevice, form: "SWITCH", writes: "SHARED_ATTRIBUTE" },
  queriesOf: ({ devices: about, writes, form, key: named }) => {
    if (writes !== "RPC" && form !== "FORM" && named === undefined) return {}; // a new one, which operates nothing yet
    const scope = writes === "SHARED_ATTRIBUTE" ? "SHARED_SCOPE" : "SERVER_SCOPE";
    // Also where no value is shown, who is operated has to be known.
    return { values: { kind: "ATTRIBUTES", devices: about, scope, keys: [named ?? "active"] } };
  },
  problemOf: (options) =>
    firstOf(
      options.writes === "RPC" && options.method === undefined ? "an RPC needs a method" : undefined,
      options.form === "FORM" && !options.fields?.length ? "a form needs fields" : undefined,
      rangeProblem(options),
    ),
});
