// The parts of the documents that are made from the code, between markers; `npm run docs` writes them.
import { existsSync, readFileSync } from "node:fs";
import { permissions, roles } from "@heliograph/contract";
import { settingsTable } from "../server/src/settings/settings-help.ts";
import { switchesTable } from "../test/switches.ts";
import { fixedBoundsTable, settingBoundsTable } from "./bounds/bound-tables.ts";
import { openApiText } from "./openapi-document.ts";
import { routeTableText } from "./route-table.ts";

export interface GeneratedDoc {
  readonly file: URL;
  /** As it stands on disk. */
  readonly written: string;
  /** As it should stand there. */
  readonly wanted: string;
}

const parts: readonly { readonly file: string; readonly name: string; readonly render: () => string }[] = [
  { file: "../docs/operations.md", name: "settings", render: settingsTable },
  { file: "../docs/protocol.md", name: "permissions", render: permissionsTable },
  { file: "../docs/security.md", name: "bounds", render: settingBoundsTable },
  { file: "../docs/security.md", name: "fixed bounds", render: fixedBoundsTable },
  { file: "../CONTRIBUTING.md", name: "switches", render: switchesTable },
];

export async function generatedDocs(): Promise<GeneratedDoc[]> {
  return [
    whole("../contract/openapi.json", await openApiText()),
    whole("../client/src/generated/route-table.ts", routeTableText()),
    ...generatedParts(),
  ];
}

function whole(path: string, wanted: string): GeneratedDoc {
  const file = new URL(path, import.meta.url);
  return { file, written: existsSync(file) ? readFileSync(file, "utf8") : "", wanted };
}

function generatedParts(): GeneratedDoc[] {
  return [...new Set(parts.map(({ file }) => file))].map((file) => {
    const url = new URL(file, import.meta.url);
    const written = readFileSync(url, "utf8");
    const own = parts.filter((part) => part.file === file);
    const wanted = own.reduce((text, { name, render }) => withPart(text, name, render()), written);
    return { file: url, written, wanted };
  });
}

function withPart(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the markers ${start} … ${end} are missing`);
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`;
}

function permissionsTable(): string {
  const columns = Object.entries(roles).map(([name, held]) => ({ name, held: held as readonly string[] }));
  const rows = Object.entries(permissions).map(([permission, meaning]) => {
    const marks = columns.map(({ held }) => (held.includes(permission) ? "✓" : ""));
    return `| \`${permission}\` | ${meaning} | ${marks.join(" | ")} |`;
  });
  const head = `| permission | meaning | ${columns.map(({ name }) => name).join(" | ")} |`;
  return [head, `|---|---|${"---|".repeat(columns.length)}`, ...rows].join("\n");
}
