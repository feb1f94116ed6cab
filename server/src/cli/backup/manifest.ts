import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJsonText } from "@heliograph/contract/json-text";
import { type Static, Type } from "typebox";
import { migrationNames } from "../../adapters/sql/migrations/migrate.ts";
import { bodyValidator } from "../../kernel/schema-validators.ts";
import { version as ownVersion } from "../../version.ts";
import { CommandError } from "../failure.ts";
import { isNewerVersion } from "./version-order.ts";

export const manifestName = "manifest.json";
/** The data folder's files lie below this, in the layout of a data folder. */
export const contentName = "data";

/** Below the content folder and nowhere else: no absolute path, no `..`, no empty part. */
const BackupPath = Type.String({ pattern: "^(?!.*(^|/)\\.\\.?(/|$))[^/\\\\\\u0000]+(/[^/\\\\\\u0000]+)*$" });

/** What a backup holds, and who wrote it. Changes of this form get a new `format`. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  version: Type.String({ pattern: "^\\d+\\.\\d+\\.\\d+" }),
  createdTime: Type.String(),
  migrations: Type.Array(Type.String()),
  parts: Type.Array(Type.String()),
  files: Type.Array(
    Type.Object({
      path: BackupPath,
      size: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    }),
  ),
  /** What was damaged before it was copied, in words; absent when nothing was. */
  damaged: Type.Optional(Type.Array(Type.String())),
});
export type Manifest = Static<typeof Manifest>;
export type BackupFile = Manifest["files"][number];

const validate = bodyValidator(Manifest);

export async function readManifest(backup: string): Promise<Manifest> {
  const content = parsed(await manifestText(backup), backup);
  refuseNewerFormat(content, backup);
  const result = validate(content);
  if ("error" in result) throw damaged(backup, result.error.message);
  return result.value as Manifest;
}

/** Written by a newer version: this one would not understand all of it [REL4]. */
export function refuseNewer({ version, migrations }: Manifest): void {
  const unknown = migrations.filter((name) => !migrationNames.includes(name));
  if (unknown.length === 0 && !isNewerVersion(version, ownVersion)) return;
  throw new CommandError(
    `This backup was written by version ${version}, which is newer than this one (${ownVersion}). Nothing was ` +
      "changed. Restore it with that version or a later one.",
  );
}

const damaged = (backup: string, problem: string) =>
  new CommandError(`${join(backup, manifestName)} is damaged: ${problem}. Nothing was changed.`);

async function manifestText(backup: string): Promise<string> {
  try {
    return await readFile(join(backup, manifestName), "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new CommandError(`${backup} is not a backup: it has no ${manifestName}.`);
  }
}

function parsed(text: string, backup: string): unknown {
  try {
    return parseJsonText(text);
  } catch {
    throw damaged(backup, "it is not JSON");
  }
}

function refuseNewerFormat(content: unknown, backup: string): void {
  if (typeof content !== "object" || content === null || !("format" in content)) return;
  if (typeof content.format === "number" && content.format > 1) {
    throw new CommandError(`${backup} has a form that only a newer version of Heliograph knows. Nothing was changed.`);
  }
}
