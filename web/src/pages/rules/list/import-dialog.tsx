import { useQueryClient } from "@tanstack/react-query";
import { importRules, ruleFileFormat } from "../../../api/rules.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { FormProblem } from "../../../ui/form-problem.ts";
import { toast } from "../../../ui/toast.tsx";

/** All rules of a file, or none of them. */
export function ImportRulesDialog({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages();
  const locale = useLocale();
  const client = useQueryClient();
  const take = async (form: FormData) => {
    const file = form.get("file");
    if (!(file instanceof File)) return;
    const content = await jsonOf(file, m.rules.badFile);
    if (!isExported(content)) throw new FormProblem(m.rules.notExported);
    const { created, skipped } = await importRules(content);
    toast(m.rules.imported(countText(created.length, locale), countText(skipped.length, locale)));
    await client.invalidateQueries({ queryKey: ["rules"] });
    onClose();
  };
  return (
    <Dialog title={m.rules.import} onClose={onClose}>
      <Form action={m.rules.import} send={take} onCancel={onClose}>
        <p className="soft">{m.rules.importText}</p>
        <Field label={m.rules.importFile}>
          {(id) => <input id={id} name="file" type="file" accept=".json,application/json" required />}
        </Field>
      </Form>
    </Dialog>
  );
}

async function jsonOf(file: File, problem: string): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new FormProblem(problem);
  }
}

/** Told here in words of ours; what else is wrong with one, the server says. */
const isExported = (content: unknown): boolean =>
  typeof content === "object" && content !== null && "format" in content && content.format === ruleFileFormat;
