import { type DashboardConfiguration, knownWidget, optionsProblem, type StoredWidget } from "@heliograph/contract";

/** What any kind of widget may have. */
interface AnyParts extends Readonly<Record<string, unknown>> {
  readonly devices?: { readonly kind: string; readonly deviceIds?: readonly string[]; readonly name?: string };
  readonly channel?: { readonly key?: string };
  readonly channels?: readonly { readonly key?: string }[];
  readonly values?: readonly { readonly channel: { readonly key?: string } }[];
  readonly fields?: readonly { readonly key: string }[];
  readonly url?: string;
}

/** Whether it cannot be saved like this; its form says what to correct, field by field. */
export function isWrong(widget: StoredWidget, { variables }: DashboardConfiguration): boolean {
  const known = knownWidget(widget);
  if (!known) return false;
  const { devices, channel, channels = [], values = [], fields = [], url }: AnyParts = { ...known.options };
  const names = new Set(variables.filter(({ kind }) => kind === "DEVICE").map(({ name }) => name));
  const keys = [channel, ...channels, ...values.map((one) => one.channel)].map((one) => one?.key);
  return (
    optionsProblem(known) !== undefined ||
    (devices?.kind === "DEVICES" && devices.deviceIds?.length === 0) ||
    (devices?.kind === "VARIABLE" && !names.has(devices.name ?? "")) ||
    keys.includes("") ||
    fields.some(({ key }) => key === "") ||
    (url !== undefined && !addressOf(known.kind).test(url))
  );
}

const addressOf = (kind: string): RegExp => (kind === "EMBED" ? /^https:\/\/[^\s]+$/ : /^https?:\/\/[^\s]+$/);

/** Widgets that have to be corrected before the dashboard can be saved, with the page they stand on. */
export const wrongWidgets = (configuration: DashboardConfiguration): { name: string; pageId: string }[] =>
  configuration.pages.flatMap(({ id, layout }) =>
    layout.flatMap(({ widget: name }) => {
      const widget = Object.hasOwn(configuration.widgets, name) ? configuration.widgets[name] : undefined;
      return widget && isWrong(widget, configuration) ? [{ name, pageId: id }] : [];
    }),
  );
