import { parseArgs } from "node:util";
import { clusterFaults } from "./cluster-faults.ts";
import { nearest } from "./nearest.ts";
import type { Setting } from "./setting-kinds.ts";
import { flagOf, type SettingName, type Settings, settingNames, settings } from "./settings.ts";

/** What a setting is after reading: absent only where there is no fallback. */
export type Config = {
  readonly [Name in SettingName]: Settings[Name] extends {
    readonly fallback: string;
    readonly parse: (text: string) => infer T;
  }
    ? T
    : Settings[Name] extends Setting<infer T>
      ? T | undefined
      : never;
};

/** How a setting came to its value. */
export interface WrittenSetting {
  readonly name: SettingName;
  /** As it was written; undefined when it is not set and has no default. */
  readonly text: string | undefined;
  readonly source: "flag" | "environment" | "default";
}

export interface ConfigReading {
  readonly config: Config;
  readonly written: readonly WrittenSetting[];
  /** Settings given by whoever started us, not by the fallback. */
  readonly given: ReadonlySet<SettingName>;
  readonly warnings: readonly string[];
}

/** Every fault of the settings at once, a line each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(faults: readonly string[]) {
    super(`These settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
  }
}

/** Settings come from flags, then from the environment, then from their fallbacks [RUN3]. */
export function readConfig(args: readonly string[], env: Readonly<Record<string, string | undefined>>): ConfigReading {
  const faults: string[] = [];
  const flags = readFlags(args, faults);
  const values: Partial<Record<SettingName, unknown>> = {};
  const given = new Set<SettingName>();
  const all: WrittenSetting[] = [];
  for (const name of settingNames) {
    const setting: Setting<unknown> = settings[name];
    const flag = flags.get(flagOf(setting.variable));
    const written = flag ?? env[setting.variable];
    if (written !== undefined) given.add(name);
    all.push({ name, text: written ?? setting.fallback, source: sourceOf(flag, written) });
    const source = flag === undefined ? setting.variable : flagOf(setting.variable);
    values[name] = parsed(setting, written ?? setting.fallback, source, faults);
  }
  const config = values as Config;
  if ((config.tlsCert === undefined) !== (config.tlsKey === undefined)) {
    faults.push("HELIO_TLS_CERT and HELIO_TLS_KEY belong together: set both or none");
  }
  if ((config.s3AccessKey === undefined) !== (config.s3SecretKey === undefined)) {
    faults.push("HELIO_S3_ACCESS_KEY and HELIO_S3_SECRET_KEY belong together: set both or none");
  }
  if (config.smtpUrl && (config.mailFrom === undefined || config.publicUrl === undefined)) {
    faults.push(
      "HELIO_SMTP_URL needs HELIO_MAIL_FROM and HELIO_PUBLIC_URL: whom mails come from, and where links lead",
    );
  }
  faults.push(...clusterFaults(config));
  if (faults.length > 0) throw new ConfigError(faults);
  return { config, written: all, given, warnings: unknownVariables(env) };
}

function sourceOf(flag: string | undefined, written: string | undefined): WrittenSetting["source"] {
  if (flag !== undefined) return "flag";
  return written === undefined ? "default" : "environment";
}

function parsed(setting: Setting<unknown>, written: string | undefined, source: string, faults: string[]): unknown {
  if (written === undefined) return undefined;
  try {
    return setting.parse(written);
  } catch (error) {
    faults.push(`${source} ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function readFlags(args: readonly string[], faults: string[]): ReadonlyMap<string, string> {
  const known = settingNames.map((name) => flagOf(settings[name].variable));
  const options = Object.fromEntries(known.map((flag) => [flag.slice(2), { type: "string" as const }]));
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const flags = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === "positional") faults.push(`"${token.value}" is not a flag; flags start with --`);
    if (token.kind !== "option") continue;
    if (!known.includes(token.rawName))
      faults.push(`unknown flag ${token.rawName}, did you mean ${nearest(token.rawName, known)}?`);
    else if (token.value === undefined) faults.push(`${token.rawName} needs a value`);
    else flags.set(token.rawName, token.value);
  }
  return flags;
}

function unknownVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = settingNames.map((name) => settings[name].variable);
  return Object.keys(env)
    .filter((variable) => variable.startsWith("HELIO_") && !(known as string[]).includes(variable))
    .map((variable) => `${variable} is not a setting and is ignored; did you mean ${nearest(variable, known)}?`);
}
