import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { setAttributesAsJob } from "../../api/jobs.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { FormProblem } from "../../ui/form-problem.ts";
import { Icon } from "../../ui/icon.tsx";
import { ChoiceEdit, TextEdit } from "../device-types/edit-fields.tsx";
import { type ChosenDevices, chosenInput, chosenText, countOf } from "./chosen-devices.ts";
import { KeyEdit } from "./groups/conditions/key-edit.tsx";
import { JobDialog } from "./job-dialog.tsx";

interface AttributesDevicesProps {
  readonly chosen: ChosenDevices;
  readonly onBegun: () => void;
  readonly onClose: () => void;
}

type Kind = "text" | "number" | "boolean" | "delete";
interface Line {
  readonly key: string;
  readonly kind: Kind;
  readonly text: string;
}

const emptyLine: Line = { key: "", kind: "text", text: "" };
const linesAtMost = 20;

/** What a line says, or undefined where it says nothing that can be sent. */
function lineValue({ kind, text }: Line): string | number | boolean | null | undefined {
  if (kind === "delete") return null;
  if (kind === "boolean") return text === "yes";
  if (kind === "text") return text;
  const number = Number(text.replace(",", "."));
  return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}

/** Writes or deletes attributes of many devices in a job; it can be undone. */
export function AttributesDevices({ chosen, onBegun, onClose }: AttributesDevicesProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [jobId, setJobId] = useState<string>();
  const [scope, setScope] = useState<"SERVER_SCOPE" | "SHARED_SCOPE">("SERVER_SCOPE");
  const [lines, setLines] = useState<readonly Line[]>([emptyLine]);
  const change = (index: number, part: Partial<Line>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...part } : line)));
  const send = async () => {
    const entries = lines.map((line) => [line.key, lineValue(line)] as const);
    if (entries.some(([key, value]) => key === "" || value === undefined))
      throw new FormProblem(m.deviceList.incomplete);
    const attributes = Object.fromEntries(entries) as Record<string, string | number | boolean | null>;
    const job = await setAttributesAsJob(chosenInput(chosen), scope, attributes);
    void client.invalidateQueries({ queryKey: ["jobs"] });
    onBegun();
    setJobId(job.id.id);
  };
  if (jobId !== undefined) return <JobDialog title={m.jobs.kinds.SET_ATTRIBUTES} jobId={jobId} onClose={onClose} />;
  return (
    <Dialog title={m.jobs.kinds.SET_ATTRIBUTES} size="wide" onClose={onClose}>
      <Form action={m.deviceList.setForMany(countOf(chosen))} send={send} onCancel={onClose}>
        <p className="break">{chosenText(chosen, m)}</p>
        <ChoiceEdit
          label={m.deviceGroups.scope}
          value={scope}
          options={[
            ["SERVER_SCOPE", m.deviceList.scopes.SERVER_SCOPE],
            ["SHARED_SCOPE", m.deviceList.scopes.SHARED_SCOPE],
          ]}
          onChange={setScope}
        />
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
          <fieldset key={index} className="condition">
            <legend>{m.deviceList.attributeNumber(index + 1)}</legend>
            <div className="condition-fields">
              <KeyEdit of="attributes" value={line.key} onChange={(key) => change(index, { key })} />
              <ChoiceEdit
                label={m.deviceGroups.valueKind}
                value={line.kind}
                options={(["text", "number", "boolean", "delete"] as const).map(
                  (kind) =>
                    [kind, kind === "delete" ? m.deviceList.deleteAttribute : m.deviceGroups.valueKinds[kind]] as const,
                )}
                onChange={(kind) => change(index, { kind, text: kind === "boolean" ? "yes" : line.text })}
              />
              <ValueEdit line={line} onChange={(text) => change(index, { text })} />
            </div>
            {lines.length > 1 && (
              <button
                type="button"
                className="button ghost square"
                aria-label={m.deviceList.removeAttribute(line.key)}
                onClick={() => setLines(lines.toSpliced(index, 1))}
              >
                <Icon name="close" />
              </button>
            )}
          </fieldset>
        ))}
        {lines.length < linesAtMost && (
          <button type="button" className="button small" onClick={() => setLines([...lines, emptyLine])}>
            <Icon name="plus" size={14} /> {m.deviceList.anotherAttribute}
          </button>
        )}
        <p className="muted">{m.deviceList.canBeUndone}</p>
      </Form>
    </Dialog>
  );
}

function ValueEdit({ line, onChange }: { readonly line: Line; readonly onChange: (text: string) => void }) {
  const { deviceGroups: m } = useMessages();
  if (line.kind === "delete") return null;
  if (line.kind === "boolean")
    return (
      <ChoiceEdit
        label={m.value}
        value={line.text}
        options={[
          ["yes", m.yes],
          ["no", m.no],
        ]}
        onChange={onChange}
      />
    );
  return <TextEdit label={m.value} value={line.text} maxLength={4096} onChange={onChange} />;
}
