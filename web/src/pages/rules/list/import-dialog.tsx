import { limitColumns, type SaidProblem } from "@heliograph/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { importLimits, importRules, ruleFileFormat } from "../../../api/rules.ts";
import { countText } from "../../../format/number.ts";
import { type Messages, useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { FileInput } from "../../../ui/file-input.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { jsonIn } from "../../../ui/json-in.ts";
import { toast } from "../../../ui/toast.tsx";
import { problemText } from "../problem-text.ts";

const isTable = ({ name, type }: File): boolean => /\.csv$/i.test(name) || type === "text/csv";

/** All rules of a file, or none of them: what was exported, or a table of limits [RUL5]. */
export function ImportRulesDialog({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages();
  const locale = useLocale();
  const client = useQueryClient();
  const [found, setFound] = useState<Found | null>(null);
  const take = async (form: FormData) => {
    const file = form.get("file");
    if (!(file instanceof File)) return;
    const { created, skipped, ...report } = isTable(file) ? await limitsOf(file, m) : await exportedOf(file, m);
    setFound(report);
    if (report.problems.length > 0) return;
    toast(m.rules.imported(countText(created.length, locale), countText(skipped.length, locale)));
    await client.invalidateQueries({ queryKey: ["rules"] });
    onClose();
  };
  return (
    <Dialog title={m.rules.import} onClose={onClose}>
      <Form action={m.rules.import} send={take} onCancel={onClose}>
        <p className="soft">
          {m.rules.importText} {m.rules.importTable} <code className="break">{limitColumns.join()}</code>
        </p>
        <Field label={m.rules.importFile}>
          {(id) => <FileInput id={id} name="file" accept=".json,.csv,application/json,text/csv" required />}
        </Field>
        {found && found.problems.length > 0 && <ProblemsFound {...found} />}
      </Form>
    </Dialog>
  );
}

/** What keeps a file from becoming rules, and where in it. */
interface Found {
  readonly text: string;
  readonly where: string;
  readonly problems: readonly { readonly place: string; readonly problem: SaidProblem }[];
}

const problemsShown = 200;

function ProblemsFound({ text, where, problems }: Found) {
  const m = useMessages();
  return (
    <div role="alert">
      <p className="note note-warn">{text}</p>
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th>{where}</th>
              <th>{m.devices.problem}</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, problemsShown).map(({ place, problem }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place may have two problems
              <tr key={at}>
                <td>{place}</td>
                <td>{problemText(problem, m.rules.problemTexts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** As text/csv whatever the browser takes the file for. */
async function limitsOf(file: File, m: Messages) {
  const { problems, ...report } = await importLimits(new Blob([file], { type: "text/csv" }));
  const placed = problems.map(({ row, ...problem }) => ({ place: String(row), problem }));
  return { ...report, text: m.rules.noneMade, where: m.devices.row, problems: placed };
}

async function exportedOf(file: File, m: Messages) {
  const content = await jsonIn(file, m.rules.badFile);
  if (!isExported(content)) throw new FormProblem(m.rules.notExported);
  const { problems, ...report } = await importRules(content);
  const placed = problems.map(({ rule, path: _, ...problem }) => ({ place: rule, problem }));
  return { ...report, text: m.rules.notHere, where: m.rules.rule, problems: placed };
}

/** Told here in words of ours; what else is wrong with one, the server says. */
const isExported = (content: unknown): boolean =>
  typeof content === "object" && content !== null && "format" in content && content.format === ruleFileFormat;
