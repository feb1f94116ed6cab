import { bytesText } from "../format/number.ts";
import { useFirstWords, useLocale } from "../i18n/messages.tsx";
import { useStore } from "../state/store.ts";
import { Icon } from "../ui/icon.tsx";
import { type Download, downloads } from "./downloads.ts";

/** What is being fetched, in the corner of every page. */
export function DownloadList() {
  const m = useFirstWords();
  const entries = useStore(downloads);
  if (entries.length === 0) return null;
  return (
    <section className="downloads" aria-label={m.shell.downloads}>
      {entries.map((entry) => (
        <Progress key={entry.id} entry={entry} />
      ))}
    </section>
  );
}

function Progress({ entry }: { readonly entry: Download }) {
  const m = useFirstWords();
  const locale = useLocale();
  const { name, received, expected, cancel } = entry;
  const share = expected > 0 ? Math.min(1, received / expected) : undefined;
  return (
    <div className="download">
      <span className="cut" title={name}>
        {name}
      </span>
      <button type="button" className="button ghost square small" aria-label={m.shell.cancelDownload} onClick={cancel}>
        <Icon name="close" />
      </button>
      <progress aria-label={name} {...(share !== undefined && { value: share })} />
      <small>{bytesText(received, locale)}</small>
    </div>
  );
}
