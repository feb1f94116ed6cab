import type { Setting } from "./setting-kinds.ts";
import { flagOf, settings } from "./settings.ts";

const all = (): readonly Setting<unknown>[] => Object.values(settings);

/** For `npm start -- --help`. */
export function settingsHelp(): string {
  const lines = all().map(({ variable, fallback, description }) => {
    const standard = fallback === undefined ? "" : ` [${fallback}]`;
    return `  ${flagOf(variable).padEnd(28)} ${description}${standard}`;
  });
  return ["Settings, as flags or as HELIO_* environment variables:", "", ...lines].join("\n");
}

/** For docs/operations.md. */
export function settingsTable(): string {
  const rows = all().map(({ variable, fallback, description }) => {
    return `| \`${variable}\` | \`${flagOf(variable)}\` | ${fallback === undefined ? "–" : `\`${fallback}\``} | ${description} |`;
  });
  return ["| variable | flag | default | meaning |", "|---|---|---|---|", ...rows].join("\n");
}
