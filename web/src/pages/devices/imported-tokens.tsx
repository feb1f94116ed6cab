import type { ImportReport } from "@heliograph/contract";
import { useState } from "react";
import { countText } from "../../format/number.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Icon } from "../../ui/icon.tsx";
import { saveBlob } from "../../ui/save-blob.ts";
import { tokensCsv } from "./tokens-csv.ts";

interface ImportedTokensProps {
  readonly devices: NonNullable<ImportReport["devices"]>;
}

const shownAtMost = 200;

/** What new devices connect with: to take along as a file, and to look at when one asks for it. */
export function ImportedTokens({ devices }: ImportedTokensProps) {
  const m = useMessages();
  const locale = useLocale();
  const [isShown, setShown] = useState(false);
  const csv = tokensCsv(devices);
  const save = () => saveBlob(new Blob([csv], { type: "text/csv" }), "tokens.csv");
  return (
    <section className="stack" aria-label={m.devices.tokens}>
      <p>{m.devices.tokensText(countText(devices.length, locale))}</p>
      <div className="row">
        <button type="button" className="button primary" onClick={save}>
          <Icon name="download" /> {m.devices.saveTokens}
        </button>
        <CopyButton text={csv} label={m.common.copy} />
        <button type="button" className="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          <Icon name="eye" /> {isShown ? m.credentials.hide : m.credentials.show}
        </button>
      </div>
      {isShown && (
        <div className="table-scroll">
          <CardTable>
            <thead>
              <tr>
                <th>{m.common.name}</th>
                <th>{m.connect.token}</th>
              </tr>
            </thead>
            <tbody>
              {devices.slice(0, shownAtMost).map(({ id, name, token }) => (
                <tr key={id}>
                  <td className="break">{name}</td>
                  <td>
                    <code className="break">{token}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </CardTable>
        </div>
      )}
    </section>
  );
}
