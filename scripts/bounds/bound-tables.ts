import { readFileSync } from "node:fs";
import { settings } from "../../server/src/config.ts";
import type { Setting } from "../../server/src/config-schema.ts";
import { type FixedBound, fixedBounds } from "./fixed-bounds.ts";
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
  const rows = fixedBounds.map((bound) => {
    const { what, constant, beyond } = bound;
    return `| ${what} | ${shown(amountOf(bound), bound.unit)} | \`${constant}\` in \`${pathOf(bound)}\` | ${beyond} |`;
  });
  return ["| what | value | where | beyond |", "|---|---|---|---|", ...rows].join("\n");
}

const pathOf = ({ file }: FixedBound): string => (file.startsWith("contract/") ? file : `server/src/${file}`);

/** A product of whole numbers, as constants are written here. */
function amountOf(bound: FixedBound): number {
  const source = readFileSync(new URL(pathOf(bound), root), "utf8");
  const found = new RegExp(`const ${bound.constant} = ([\\d_]+(?: \\* [\\d_]+)*);`).exec(source)?.[1];
  if (found === undefined) throw new Error(`${pathOf(bound)} has no constant ${bound.constant}`);
  return found.split(" * ").reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1);
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

function shown(value: number, unit: FixedBound["unit"]): string {
  if (unit === undefined) return value.toLocaleString("en");
  const [size, name] = units[unit].find(([one]) => value % one === 0) ?? [1, unit];
  return `${(value / size).toLocaleString("en")} ${name}`;
}
