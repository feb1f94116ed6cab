import type { DashboardContent, DashboardVariable, StoredWidget } from "@heliograph/contract";
import { withConfiguration } from "./content.ts";

type Options = StoredWidget["options"];

/** Adds a variable, or puts it in the place of the one called `before`; whoever spoke of that speaks of it. */
export function withVariable(
  content: DashboardContent,
  variable: DashboardVariable,
  before: string | undefined,
): DashboardContent {
  const { variables, pages } = content.configuration;
  if (before === undefined) return withConfiguration(content, { variables: [...variables, variable] });
  const changed = withConfiguration(content, {
    variables: variables.map((one) => (one.name === before ? variable : one)),
    pages: pages.map(({ parameters, ...page }) => ({
      ...page,
      ...(parameters && { parameters: parameters.map((name) => (name === before ? variable.name : name)) }),
    })),
  });
  return before === variable.name
    ? changed
    : withSpeakers(changed, before, {
        devices: { kind: "VARIABLE", name: variable.name },
        channel: { variable: variable.name },
      });
}

/** Without a variable: whoever spoke of it takes what it began with. */
export function withoutVariable(content: DashboardContent, name: string): DashboardContent {
  const { variables, pages } = content.configuration;
  const variable = variables.find((one) => one.name === name);
  const left = withConfiguration(content, {
    variables: variables.filter((one) => one !== variable),
    pages: pages.map(({ parameters, ...page }) => ({
      ...page,
      ...(parameters && { parameters: parameters.filter((one) => one !== name) }),
    })),
  });
  if (variable?.kind === "DEVICE")
    return withSpeakers(left, name, { devices: variable.default ?? variable.among ?? { kind: "ALL" } });
  return variable?.kind === "CHANNEL" ? withSpeakers(left, name, { channel: { key: variable.default } }) : left;
}

/** The widgets that speak of a variable. */
export const speakersOf = ({ configuration }: DashboardContent, name: string): string[] =>
  Object.entries(configuration.widgets)
    .filter(([, { options }]) => isOf(options["devices"], name) || channelsIn(options).some((one) => isOf(one, name)))
    .map(([widget]) => widget);

interface Instead {
  readonly devices?: object;
  readonly channel?: object;
}

/** A reference to a variable: `{kind: "VARIABLE", name}` for devices, `{variable}` for a channel. */
function isOf(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const said = value as { readonly kind?: unknown; readonly name?: unknown; readonly variable?: unknown };
  return said.variable === name || (said.kind === "VARIABLE" && said.name === name);
}

const channelsIn = ({ channel, channels }: Options): unknown[] => [
  channel,
  ...(Array.isArray(channels) ? (channels as unknown[]) : []),
];

function withSpeakers(content: DashboardContent, name: string, { devices, channel }: Instead): DashboardContent {
  const replaced = (one: unknown): unknown => {
    if (!channel || !isOf(one, name)) return one;
    const { variable: _, ...look } = one as Readonly<Record<string, unknown>>;
    return { ...look, ...channel };
  };
  const changed = ({ options, ...widget }: StoredWidget): StoredWidget => ({
    ...widget,
    options: {
      ...options,
      ...(devices && isOf(options["devices"], name) && { devices }),
      ...(options["channel"] !== undefined && { channel: replaced(options["channel"]) }),
      ...(Array.isArray(options["channels"]) && { channels: options["channels"].map(replaced) }),
    },
  });
  const widgets = Object.entries(content.configuration.widgets).map(([key, widget]) => [key, changed(widget)] as const);
  return withConfiguration(content, { widgets: Object.fromEntries(widgets) });
}
