import { useState } from "react";
import type { OpenApiDocument, Parameter } from "../../api/api-document.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { CodeWords } from "./code-words.tsx";
import { exampleOf, type ListedOperation } from "./operations.ts";
import { TryOut } from "./try-out.tsx";

interface OperationViewProps {
  readonly listed: ListedOperation;
  readonly document: OpenApiDocument;
}

/** One line; opened, everything about it. */
export function OperationView({ listed, document }: OperationViewProps) {
  const { method, path, operation } = listed;
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="operation" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={`method ${method}`}>{method.toUpperCase()}</span>
        <code className="break">{path}</code>
        <span className="soft grow hide-narrow cut">{operation.summary}</span>
      </summary>
      {isOpen && (
        <div className="operation-body stack">
          <p>{operation.summary}</p>
          {operation.description && (
            <p className="soft break">
              <CodeWords text={operation.description} />
            </p>
          )}
          <ParameterTable parameters={operation.parameters ?? []} />
          <AnswerExample listed={listed} document={document} />
          <TryOut listed={listed} document={document} />
        </div>
      )}
    </details>
  );
}

function ParameterTable({ parameters }: { readonly parameters: readonly Parameter[] }) {
  const m = useMessages();
  if (parameters.length === 0) return null;
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th>{m.apiDescription.parameters}</th>
            <th>{m.common.type}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, in: place, required, schema, description }) => (
            <tr key={`${place} ${name}`}>
              <td>
                <code>{name}</code> {required && <span className="badge warn">{m.apiDescription.required}</span>}
              </td>
              <td className="soft">
                {place}, {schema?.enum ? schema.enum.join(" | ") : String(schema?.type ?? "")}
              </td>
              <td className="soft">
                <CodeWords text={description ?? schema?.description ?? ""} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AnswerExample({ listed, document }: OperationViewProps) {
  const m = useMessages();
  const [status, answer] = Object.entries(listed.operation.responses ?? {}).find(([one]) => one.startsWith("2")) ?? [];
  const schema = answer?.content?.["application/json"]?.schema;
  if (!schema) return null;
  return (
    <div>
      <h3>
        {m.apiDescription.schema} {status}
      </h3>
      <div className="code-block">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long examples scroll, with the keyboard too */}
        <pre tabIndex={0}>{JSON.stringify(exampleOf(schema, document), null, 2)}</pre>
      </div>
    </div>
  );
}
