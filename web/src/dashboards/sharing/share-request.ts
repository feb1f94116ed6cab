import type { DashboardVariable, ShareRequest, ShareTime, ShareVariable } from "@heliograph/contract";
import { localInputMs } from "../../format/time.ts";
import { textOf } from "../../ui/field.tsx";

/** What is looked at while the link is made: what is fixed is fixed to this. */
export interface LookedAt {
  readonly version: number;
  readonly variables: readonly DashboardVariable[];
  readonly choice: Readonly<Record<string, string>>;
  readonly from: string;
  readonly to: string;
}

/** Whether whoever has the link could choose: among devices, or texts that the dashboard lists. */
export const canBeFree = (variable: DashboardVariable): boolean =>
  variable.kind === "DEVICE" ||
  variable.kind === "CHOICE" ||
  (variable.kind === "CHANNEL" && variable.keys !== undefined);

/** What the form asks the server for. */
export function shareRequestOf(form: FormData, looked: LookedAt): ShareRequest {
  const [end, password] = [textOf(form, "end"), textOf(form, "password")];
  return {
    name: textOf(form, "name").trim(),
    version: looked.version,
    expiresTime: end === "" ? null : localInputMs(end),
    password: password === "" ? null : password,
    time: timeOf(form, looked),
    variables: Object.fromEntries(looked.variables.flatMap((variable) => termOf(form, variable, looked))),
    embedOrigins: originsIn(textOf(form, "embed")),
  };
}

function timeOf(form: FormData, { from, to }: LookedAt): ShareTime {
  const kind = textOf(form, "time");
  if (kind === "FIXED") return { kind, from, to };
  if (kind !== "LIMITED") return { kind: "OWN" };
  const notBefore = textOf(form, "notBefore");
  return {
    ...{ kind, longestMs: Number(textOf(form, "longest")) },
    notBefore: notBefore === "" ? null : localInputMs(notBefore),
  };
}

function termOf(form: FormData, variable: DashboardVariable, { choice }: LookedAt): [string, ShareVariable][] {
  const { name, kind } = variable;
  if (textOf(form, `variable ${name}`) === "FREE") return [[name, { kind: "FREE" }]];
  const chosen = Object.hasOwn(choice, name) ? choice[name] : undefined;
  if (chosen === undefined) return [];
  if (kind === "DEVICE") return [[name, { kind: "DEVICES", devices: { kind: "DEVICES", deviceIds: [chosen] } }]];
  return [[name, { kind: "TEXT", text: chosen }]];
}

/** As people paste them: with a path, twice, with blank lines. */
export const originsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((one) => (URL.canParse(one) ? new URL(one).origin : one)),
  ),
];
