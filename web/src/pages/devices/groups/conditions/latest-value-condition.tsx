import type { LatestValueCondition } from "@heliograph/contract";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useKnownKeys } from "../../keys/use-known-keys.ts";
import { ComparisonEdit } from "./comparison-edit.tsx";
import { type ConditionEditor, type EditorProps, given } from "./condition-editor.ts";
import { KeyEdit } from "./key-edit.tsx";
import { SpanEdit } from "./span-edit.tsx";

function Editor({ condition, onChange }: EditorProps<LatestValueCondition>) {
  const { deviceGroups: m } = useMessages();
  const { kind, key, comparison, value, newerThanMs, olderThanMs } = condition;
  const compared = given({ comparison, value });
  const age = given({ newerThanMs, olderThanMs });
  const withAge = (next: typeof age) => onChange({ kind, key, ...compared, ...next });
  return (
    <>
      <KeyEdit of="telemetry" value={key} onChange={(next) => onChange({ ...condition, key: next })} />
      <ComparisonEdit
        compared={compared}
        channel={useKnownKeys().telemetry.find((one) => one.key === key)?.channel}
        onChange={(next) => onChange({ kind, key, ...next, ...(next.comparison !== "NOT_EXISTS" && age) })}
      />
      {comparison !== "NOT_EXISTS" && (
        <>
          <SpanEdit
            label={m.newer}
            value={newerThanMs}
            onChange={(next) => withAge(given({ newerThanMs: next, olderThanMs }))}
          />
          <SpanEdit
            label={m.older}
            value={olderThanMs}
            onChange={(next) => withAge(given({ newerThanMs, olderThanMs: next }))}
          />
        </>
      )}
    </>
  );
}

export const latestValueEditor: ConditionEditor<LatestValueCondition> = {
  initial: { kind: "LATEST_VALUE", key: "", comparison: "GREATER", value: 0 },
  Editor,
};
