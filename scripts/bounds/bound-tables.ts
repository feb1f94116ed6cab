import { readFileSync } from "node:fs";
import type { Setting } from "../../server/src/settings/setting-kinds.ts";
import { settings } from "../../server/src/settings/settings.ts";
import { fixedBounds } from "./fixed-bounds.ts";
import { boundGroups } from "./setting-bounds.ts";

const root = new URL("../../", import.meta.url);
const known: Readonly<Record<string, Setting<unknown>>> = settings;

/** Every bound that is a setting: what it is, its default, its name, what happens beyond. */
export function settingBoundsTable(): string {
  return Object.entries(boundGroups)
    .map(([title, bounds]) => [`### ${title}`, "", ...groupRows(bounds)].join("\n"))
    .join("\n\n");
}

function groupRows(bounds: Readonly<Record<string, string>>): string[] {
  const rows = Object.entries(bounds).map(([name, beyond]) => {
    const { variable, fallback = "–", description } = requireSetting(name);
    return `| ${whatOf(description)} | \`${fallback}\` | \`${variable}\` | ${beyond} |`;
  });
  return ["| what | default | setting | beyond |", "|---|---|---|---|", ...rows];
}

function requireSetting(name: string): Setting<unknown> {
  const setting = known[name];
  if (!setting) throw new Error(`${name} is no setting`);
  return setting;
}

/** Without the range a value may have; docs/operations.md tells it. */
const whatOf = (description: string): string => description.replace(/ \([^()]*–[^()]*\)$/, "");

/** Bounds that stand in the source alone. */
export function fixedBoundsTable(): string {
  const rows = Object.entries(fixedBounds).flatMap(([file, bounds]) => fileRows(pathOf(file), bounds));
  return ["| what | value | where | beyond |", "|---|---|---|---|", ...rows].join("\n");
}

const pathOf = (file: string): string => (file.startsWith("contract/") ? file : `server/src/${file}`);

function fileRows(path: string, bounds: (typeof fixedBounds)[string]): string[] {
  const source = readFileSync(new URL(path, root), "utf8");
  return Object.entries(bounds).map(([constant, [what, beyond, unit]]) => {
    const amount = amountOf(constant, source);
    if (amount === undefined) throw new Error(`${path} has no constant ${constant}`);
    return `| ${what} | ${shown(amount, unit)} | \`${constant}\` in \`${path}\` | ${beyond} |`;
  });
}

/** A product of whole numbers, as constants are written here. */
function amountOf(constant: string, source: string): number | undefined {
  const found = new RegExp(`const ${constant} = ([\\d_]+(?: \\* [\\d_]+)*);`).exec(source)?.[1];
  return found?.split(" * ").reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1);
}

const units = {
  bytes: [
    [1_048_576, "MiB"],
    [1_024, "KiB"],
    [1, "bytes"],
  ],
  ms: [
    [60_000, "min"],
    [1_000, "s"],
    [1, "ms"],
  ],
} as const;

function shown(amount: number, unit: keyof typeof units | undefined): string {
  if (unit === undefined) return amount.toLocaleString("en");
  const [size, name] = units[unit].find(([one]) => amount % one === 0) ?? [1, unit];
  return `${(amount / size).toLocaleString("en")} ${name}`;
}
