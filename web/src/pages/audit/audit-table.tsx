import type { AuditRecord } from "@heliograph/contract";
import { useMessages } from "../../i18n/messages.tsx";
import { Time } from "../../ui/time.tsx";

interface AuditTableProps {
  readonly entries: readonly AuditRecord[];
  /** All are about the same: no need to name it in each row. */
  readonly isOfOne: boolean;
  readonly onShow: (entry: AuditRecord) => void;
}

export function AuditTable({ entries, isOfOne, onShow }: AuditTableProps) {
  const m = useMessages();
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th>{m.common.time}</th>
            <th className="hide-narrow">{m.audit.who}</th>
            <th>{m.audit.action}</th>
            {!isOfOne && <th className="hide-narrow">{m.audit.entity}</th>}
            <th className="hide-narrow">{m.audit.changed}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id.id}>
              <td className="nowrap">
                <Time ms={entry.createdTime} />
              </td>
              <td className="break hide-narrow">{entry.userName || m.audit.nobody}</td>
              <td>
                <button type="button" className={`badge as-button ${colourOf(entry)}`} onClick={() => onShow(entry)}>
                  {m.audit.actions[entry.actionType]}
                  {entry.count > 1 && ` × ${entry.count}`}
                  {entry.actionStatus === "FAILURE" && ` · ${m.audit.failed}`}
                </button>
                <small className="audit-about soft break">
                  {[entry.userName || m.audit.nobody, isOfOne ? null : entry.entityName].filter(Boolean).join(" · ")}
                </small>
              </td>
              {!isOfOne && (
                <td className="break hide-narrow">
                  {entry.entityName ?? ""} <small className="soft">{m.audit.entities[entry.entityId.entityType]}</small>
                </td>
              )}
              <td className="soft hide-narrow">
                <span className="clamp">{entry.actionFailureDetails ?? changedNames(entry)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const colourOf = ({ actionStatus, actionType }: AuditRecord): string => {
  if (actionStatus === "FAILURE") return "bad";
  return actionType.endsWith("DELETED") ? "warn" : "";
};

const changedNames = ({ actionData: { before, after } }: AuditRecord): string =>
  before && after ? Object.keys(after).join(", ") : "";
