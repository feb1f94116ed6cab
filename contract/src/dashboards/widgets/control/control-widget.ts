import { widgetKind } from "../widget-kind.ts";
import { everyDevice, firstOf, rangeProblem } from "../widget-parts.ts";
import type { ControlOptions } from "./control-options.ts";

export const controlWidget = widgetKind<"CONTROL", ControlOptions>({
  kind: "CONTROL",
  defaults: { devices: everyDevice, form: "SWITCH", writes: "SHARED_ATTRIBUTE", key: "on" },
  queriesOf: ({ devices: about, writes, key: named }) => {
    const scope = writes === "SHARED_ATTRIBUTE" ? "SHARED_SCOPE" : "SERVER_SCOPE";
    // Also where no value is shown, who is operated has to be known.
    return { values: { kind: "ATTRIBUTES", devices: about, scope, keys: [named ?? "active"] } };
  },
  problemOf: (options) =>
    firstOf(
      options.writes === "RPC" && options.method === undefined ? "an RPC needs a method" : undefined,
      options.writes !== "RPC" && options.form !== "FORM" && options.key === undefined
        ? "an attribute needs a key"
        : undefined,
      options.form === "FORM" && !options.fields?.length ? "a form needs fields" : undefined,
      rangeProblem(options),
    ),
});
