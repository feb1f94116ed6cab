import type { CommunicationRecord } from "@heliograph/contract";
import { bytesText } from "../../../format/number.ts";
import { summaryText } from "../../../format/summary-text.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { CardTable } from "../../../ui/card-table.tsx";
import { Time } from "../../../ui/time.tsx";

interface LogTableProps {
  readonly entries: readonly CommunicationRecord[];
  readonly onShow: (entry: CommunicationRecord) => void;
}

/** Contacts, newest first; an arrow tells the direction. */
export function LogTable({ entries, onShow }: LogTableProps) {
  const m = useMessages();
  const locale = useLocale();
  return (
    <div className="table-scroll">
      <CardTable className="log-table">
        <thead>
          <tr>
            <th>{m.common.time}</th>
            <th>{m.communication.kind}</th>
            <th className="hide-narrow">{m.communication.transport}</th>
            <th>{m.communication.summary}</th>
            <th className="right hide-narrow">{m.communication.size}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id.id}>
              <td className="nowrap">
                <Time ms={entry.time} />
              </td>
              <td className="nowrap">
                <button
                  type="button"
                  className={`badge as-button ${kindColour(entry)}`}
                  data-opens
                  onClick={() => onShow(entry)}
                >
                  {entry.direction === "IN" ? "→" : "←"} {m.communication.kinds[entry.kind] ?? entry.kind}
                </button>
              </td>
              <td className="soft hide-narrow">{entry.transport}</td>
              <td>
                <span className="clamp">{summaryText(entry.error ?? entry.summary, m.communication.summaries)}</span>
              </td>
              <td className="right soft nowrap hide-narrow">
                {entry.size === null ? "" : bytesText(entry.size, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </CardTable>
    </div>
  );
}

const kindColour = ({ error, direction }: CommunicationRecord): string =>
  error !== null ? "bad" : direction === "OUT" ? "accent" : "";
