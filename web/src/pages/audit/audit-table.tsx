import type { AuditRecord } from "@heliograph/contract";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { Time } from "../../ui/time.tsx";
import { changedValues } from "./changed-values.ts";
import { foldedEntries } from "./folded-entries.ts";

interface AuditTableProps {
  readonly entries: readonly AuditRecord[];
  /** All are about the same: no need to name it in each row. */
  readonly isOfOne: boolean;
  readonly onShow: (entry: AuditRecord) => void;
}

export function AuditTable({ entries, isOfOne, onShow }: AuditTableProps) {
  const m = useMessages();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const unfold = (id: string) => setUnfolded((before) => before.union(new Set([id])));
  return (
    <div className="table-scroll">
      <CardTable>
        <thead>
          <tr>
            <th>{m.common.time}</th>
            <th>{m.audit.who}</th>
            <th>{m.audit.action}</th>
            {!isOfOne && <th>{m.audit.entity}</th>}
            <th>{m.audit.changed}</th>
          </tr>
        </thead>
        <tbody>
          {shownRows(entries, isOfOne, unfolded).map(({ entry, folded }) => (
            <tr key={entry.id.id}>
              <td className="nowrap">
                <Time ms={entry.createdTime} />
              </td>
              <td className="break">{entry.userName || m.audit.nobody}</td>
              <td>
                <button
                  type="button"
                  className={`badge as-button ${colourOf(entry)}`}
                  data-opens
                  onClick={() => onShow(entry)}
                >
                  {m.audit.actions[entry.actionType]}
                  {entry.count > 1 && ` × ${entry.count}`}
                  {folded > 1 && ` × ${folded}`}
                  {entry.actionStatus === "FAILURE" && ` · ${m.audit.failed}`}
                </button>{" "}
                {folded > 1 && (
                  <button type="button" className="button ghost small" onClick={() => unfold(entry.id.id)}>
                    {m.audit.showEach}
                  </button>
                )}
              </td>
              {!isOfOne && (
                <td className="break">
                  {entry.entityName ?? ""} {folded > 1 && "… "}
                  <small className="soft">{m.audit.entities[entry.entityId.entityType]}</small>
                </td>
              )}
              <td className="soft">
                <span className="clamp">{entry.actionFailureDetails ?? changedNames(entry)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </CardTable>
    </div>
  );
}

interface ShownRow {
  readonly entry: AuditRecord;
  /** How many entries it stands for. */
  readonly folded: number;
}

/** What a job did to many things is one row until somebody wants to see each; of one thing there is little. */
const shownRows = (entries: readonly AuditRecord[], isOfOne: boolean, unfolded: ReadonlySet<string>): ShownRow[] =>
  (isOfOne ? entries.map((entry) => [entry] as const) : foldedEntries(entries)).flatMap((run) =>
    unfolded.has(run[0].id.id) ? run.map((entry) => ({ entry, folded: 1 })) : [{ entry: run[0], folded: run.length }],
  );

const colourOf = ({ actionStatus, actionType }: AuditRecord): string => {
  if (actionStatus === "FAILURE") return "bad";
  return actionType.endsWith("DELETED") ? "warn" : "";
};

const changedNames = ({ actionData }: AuditRecord): string =>
  actionData.before && actionData.after
    ? changedValues(actionData)
        .map(({ name }) => name)
        .join(", ")
    : "";
