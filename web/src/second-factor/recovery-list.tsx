import { useMessages } from "../i18n/messages.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { saveBlob } from "../ui/save-blob.ts";

interface RecoveryListProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** Shown once: to be copied, downloaded or written down [AUTH9]. */
export function RecoveryList({ codes, onKept }: RecoveryListProps) {
  const m = useMessages();
  const text = `${codes.join("\n")}\n`;
  const download = () =>
    saveBlob(new Blob([`${m.secondFactor.fileIntro}\n\n${text}`], { type: "text/plain" }), "heliograph-codes.txt");
  return (
    <div className="form">
      <p>{m.secondFactor.recoveryText}</p>
      <ul className="recovery-codes plain-list" aria-label={m.secondFactor.recoveryTitle}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <CopyButton text={text} label={m.secondFactor.copyCodes} />
        <button type="button" className="button" onClick={download}>
          {m.secondFactor.downloadCodes}
        </button>
      </div>
      <div className="dialog-actions">
        <button type="button" className="button primary" onClick={onKept}>
          {m.secondFactor.codesKept}
        </button>
      </div>
    </div>
  );
}
