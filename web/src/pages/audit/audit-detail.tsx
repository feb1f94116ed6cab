import type { AuditRecord } from "@heliograph/contract";
import type { Messages } from "../../i18n/en/index.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Time } from "../../ui/time.tsx";
import { type ChangedValue, changedValues, factTexts, orderedThing } from "./changed-values.ts";

/** What is done with an API key names it [AUTH10]. */
const ofKey = "key: ";

const viaText = ({ vias, viaKey }: Messages["audit"], via: string): string =>
  via.startsWith(ofKey) ? viaKey(via.slice(ofKey.length)) : (vias[via] ?? via);

interface AuditDetailProps {
  readonly entry: AuditRecord;
  readonly onClose: () => void;
}

/** Everything an entry says; what changed side by side. */
export function AuditDetail({ entry, onClose }: AuditDetailProps) {
  const m = useMessages();
  const changed = changedValues(entry.actionData);
  const rows = [
    [m.audit.who, entry.userName || m.audit.nobody],
    [m.audit.via, viaText(m.audit, entry.via)],
    [m.audit.address, entry.address],
    [m.audit.action, m.audit.actions[entry.actionType]],
    [m.audit.entity, `${m.audit.entities[entry.entityId.entityType]} ${entry.entityName ?? entry.entityId.id}`],
    [m.audit.count, entry.count > 1 ? String(entry.count) : null],
    ...factTexts(entry.actionData),
  ] as const;
  return (
    <Dialog title={m.audit.detail} onClose={onClose} size="wide">
      <dl className="facts">
        <dt>{m.common.time}</dt>
        <dd>
          <Time ms={entry.createdTime} />
        </dd>
        {rows.map(([name, value]) => value !== null && <Row key={name} name={name} value={value} />)}
      </dl>
      {entry.actionFailureDetails !== null && <p className="note note-error break">{entry.actionFailureDetails}</p>}
      {changed.length > 0 && <ChangedTable changed={changed} />}
    </Dialog>
  );
}

const Row = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="break">{value}</dd>
  </>
);

/** Things of a type by their kind, in the reader's words; other fields are called as they are. */
function nameText({ things, order }: Messages["audit"], name: string): string {
  const words: Readonly<Record<string, string>> = things;
  const thing = orderedThing(name);
  if (thing !== undefined) return order(words[thing] ?? thing);
  const [kind = "", ...rest] = name.split(" ");
  return words[kind] === undefined || rest.length === 0 ? name : `${words[kind]} ${rest.join(" ")}`;
}

function ChangedTable({ changed }: { readonly changed: readonly ChangedValue[] }) {
  const m = useMessages();
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th>{m.audit.field}</th>
            <th>{m.audit.before}</th>
            <th>{m.audit.after}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ name, before, after, change }) => (
            <tr key={name}>
              <td className="break">
                {nameText(m.audit, name)}
                {change && <small className="badge changed-how">{m.audit.changes[change]}</small>}
              </td>
              {orderedThing(name) === undefined ? (
                <>
                  <td className="break lines soft">{before}</td>
                  <td className="break lines">{after}</td>
                </>
              ) : (
                <td colSpan={2}>{m.audit.changes.changed}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
