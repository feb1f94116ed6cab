import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Segments } from "../../ui/segments.tsx";
import { apiKeyExamples, type ExampleName, exampleNames } from "./api-key-examples.ts";

const names = exampleNames.map((name) => [name, name] as const);

/** How a key is used, ready to paste. */
export function ApiKeyUse({ tenantId, apiKey }: { readonly tenantId: string; readonly apiKey: string }) {
  const m = useMessages();
  const [name, setName] = useState<ExampleName>("curl");
  const text = apiKeyExamples[name]({ origin: location.origin, tenantId, key: apiKey });
  return (
    <div className="stack">
      <div className="row">
        <Segments label={m.apiKeys.examples} options={names} value={name} onChange={setName} />
      </div>
      <div className="code-block">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, with the keyboard too */}
        <pre tabIndex={0}>{text}</pre>
        <CopyButton text={text} title={m.apiKeys.copyExample} />
      </div>
    </div>
  );
}
