import type { CommunicationRecord } from "@heliograph/contract";
import { bytesText } from "../../../format/number.ts";
import { summaryText } from "../../../format/summary-text.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Time } from "../../../ui/time.tsx";

export function EntryDetail({ entry, onClose }: { readonly entry: CommunicationRecord; readonly onClose: () => void }) {
  const m = useMessages();
  const locale = useLocale();
  const rows = [
    [m.communication.kind, m.communication.kinds[entry.kind] ?? entry.kind],
    [m.communication.direction, entry.direction === "IN" ? m.communication.in : m.communication.out],
    [m.communication.transport, entry.transport],
    [m.commands.messageId, entry.messageId === null ? null : String(entry.messageId)],
    [m.communication.size, entry.size === null ? null : bytesText(entry.size, locale)],
    [m.communication.summary, summaryText(entry.summary, m.communication.summaries)],
  ] as const;
  return (
    <Dialog title={m.communication.detail} onClose={onClose} size="wide">
      <dl className="facts">
        <dt>{m.common.time}</dt>
        <dd>
          <Time ms={entry.time} />
        </dd>
        {rows.map(([name, value]) => value !== null && <Row key={name} name={name} value={value} />)}
      </dl>
      {entry.error !== null && (
        <p className="note note-error break">{summaryText(entry.error, m.communication.summaries)}</p>
      )}
      {entry.payload !== null && <Payload text={entry.payload} size={entry.size} />}
    </Dialog>
  );
}

/** What was refused, as it came; of a long one the beginning. */
function Payload({ text, size }: { readonly text: string; readonly size: number | null }) {
  const m = useMessages();
  const locale = useLocale();
  const kept = new TextEncoder().encode(text).length;
  return (
    <section aria-labelledby="entry-payload">
      <h3 id="entry-payload">{m.communication.payload}</h3>
      {size !== null && size > kept && (
        <p className="soft">{m.communication.payloadKept(bytesText(kept, locale), bytesText(size, locale))}</p>
      )}
      <div className="code-block wrapped">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </div>
    </section>
  );
}

const Row = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
