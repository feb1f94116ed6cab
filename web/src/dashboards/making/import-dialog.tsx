import type { DashboardFile, DashboardRecord } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { exportDashboard, importDashboard } from "../../api/dashboards.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { jsonIn } from "../../ui/json-in.ts";
import { type Missing, missingReferences } from "./missing-references.ts";
import { useMakingWords } from "./words.ts";

interface ImportProps {
  /** Where it comes to. */
  readonly projectId: string | undefined;
  readonly onClose: () => void;
}

/** A dashboard from a file of another tenant or installation; what it misses here is said when it is made [DSH2]. */
export function ImportDashboardDialog({ projectId, onClose }: ImportProps) {
  const w = useMakingWords();
  const client = useQueryClient();
  const [done, setDone] = useState<ImportedProps["done"]>();
  const take = async (form: FormData) => {
    const chosen = form.get("file");
    if (!(chosen instanceof File)) return;
    const file = await jsonIn(chosen, w.badFile);
    if (!isDashboardFile(file)) throw new FormProblem(w.notExported);
    const record = await importDashboard(file, projectId);
    void client.invalidateQueries({ queryKey: ["dashboards"] });
    setDone({ record, missing: await missingIn(record, file) });
  };
  return (
    <Dialog title={w.import} onClose={onClose}>
      {done ? (
        <Imported done={done} onClose={onClose} />
      ) : (
        <Form action={w.import} send={take} onCancel={onClose}>
          <p className="soft">{w.importText}</p>
          <Field label={w.file}>
            {(id) => <FileInput id={id} name="file" accept=".json,application/json" required />}
          </Field>
        </Form>
      )}
    </Dialog>
  );
}

/** The names that are told again are those of what is here. It is imported whether or not that can be asked. */
async function missingIn(record: DashboardRecord, file: DashboardFile): Promise<readonly Missing[] | undefined> {
  try {
    const { names = {} } = await exportDashboard(record.id.id);
    return missingReferences(record, names, file.names ?? {});
  } catch {
    return undefined;
  }
}

/** Told here in words of ours; what else is wrong with one, the server says. */
const isDashboardFile = (content: unknown): content is DashboardFile =>
  typeof content === "object" &&
  content !== null &&
  "format" in content &&
  content.format === ("heliograph-dashboard-1" satisfies DashboardFile["format"]);

interface ImportedProps {
  /** `missing` is left out where it could not be found out. */
  readonly done: { readonly record: DashboardRecord; readonly missing: readonly Missing[] | undefined };
  readonly onClose: () => void;
}

function Imported({ done: { record, missing }, onClose }: ImportedProps) {
  const w = useMakingWords();
  const params = { dashboardId: record.id.id };
  return (
    <>
      <p role="status" className="break">
        {w.imported(record.title)} {missing?.length === 0 && w.nothingMissing}
      </p>
      {missing && missing.length > 0 && <MissingList missing={missing} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {w.close}
        </button>
        {missing && missing.length > 0 && (
          <Link className="button" to="/dashboards/$dashboardId/edit" params={params} search={{}}>
            {w.edit}
          </Link>
        )}
        <Link className="button primary" to="/dashboards/$dashboardId" params={params} search={{}}>
          {w.show}
        </Link>
      </div>
    </>
  );
}

const namesShown = 20;

function MissingList({ missing }: { readonly missing: readonly Missing[] }) {
  const w = useMakingWords();
  return (
    <div className="note note-warn">
      <div>
        <p>{w.missingText}</p>
        <ul>
          {missing.map(({ kind, names }) => (
            <li key={kind} className="break">
              <strong>{w.missingKinds[kind]}:</strong> {namesText(names, w)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function namesText(names: readonly string[], w: ReturnType<typeof useMakingWords>): string {
  const named = names.filter((name) => name !== "");
  const rest = names.length - Math.min(named.length, namesShown);
  return [...named.slice(0, namesShown), ...(rest > 0 ? [w.othersMissing(rest)] : [])].join(", ");
}
