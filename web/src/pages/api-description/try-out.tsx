import { ApiError } from "@heliograph/client";
import { useState } from "react";
import type { OpenApiDocument } from "../../api/api-document.ts";
import { http } from "../../app.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { Field, textOf } from "../../ui/field.tsx";
import { CheckedForm } from "../../ui/form-checks/checked-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { errorText } from "../../ui/states.tsx";
import { addressOf, exampleOf, type ListedOperation } from "./operations.ts";

interface TryOutProps {
  readonly listed: ListedOperation;
  readonly document: OpenApiDocument;
}

interface Answer {
  readonly status: string;
  readonly text: string;
  readonly isError: boolean;
}

/** More than anybody reads; the rest is told by its length. */
const shownCharacters = 20_000;

/** Sends a real request, as the person who is logged in. */
export function TryOut({ listed, document }: TryOutProps) {
  const m = useMessages();
  const { tenantId } = useCurrentUser();
  const [answer, setAnswer] = useState<Answer>();
  const { path, method, operation } = listed;
  const parameters = (operation.parameters ?? []).filter((one) => one.in === "path" || one.in === "query");
  const content = operation.requestBody?.content;
  const isJson = content?.["application/json"] !== undefined;
  const bodySchema = content && Object.values(content)[0]?.schema;

  const submit = async (form: FormData) => {
    const values = new Map(parameters.map(({ name }) => [name, textOf(form, `parameter ${name}`)]));
    const body = textOf(form, "body");
    const call = {
      method: method.toUpperCase() as "GET" | "POST" | "PUT" | "DELETE",
      ...(body !== "" && {
        body,
        contentType: isJson || !content ? "application/json" : (Object.keys(content)[0] ?? ""),
      }),
    };
    setAnswer(await exchanged(addressOf(path, parameters, values), call, (error) => errorText(error, m)));
  };

  return (
    <CheckedForm className="form try-out" onSend={(form) => void submit(form)}>
      {parameters.length > 0 && (
        <div className="form-pair">
          {parameters.map(({ name, in: place, required }) => (
            <Field key={`${place} ${name}`} label={name}>
              {(id) => (
                <input
                  id={id}
                  name={`parameter ${name}`}
                  required={required ?? false}
                  defaultValue={name === "tenantId" ? (tenantId?.id ?? "") : ""}
                  autoComplete="off"
                />
              )}
            </Field>
          ))}
        </div>
      )}
      {operation.requestBody && (
        <Field label={m.apiDescription.body}>
          {(id) => (
            <textarea
              id={id}
              name="body"
              rows={6}
              spellCheck={false}
              defaultValue={isJson ? JSON.stringify(exampleOf(bodySchema, document), null, 2) : ""}
            />
          )}
        </Field>
      )}
      <div>
        <button type="submit" className="button primary">
          <Icon name="send" /> {m.apiDescription.send}
        </button>
      </div>
      {answer && (
        <div role="status">
          <h3>
            {m.apiDescription.response}{" "}
            <span className={answer.isError ? "badge bad" : "badge good"}>{answer.status}</span>
          </h3>
          <div className="code-block">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long answers scroll, with the keyboard too */}
            <pre tabIndex={0}>{answer.text}</pre>
          </div>
        </div>
      )}
    </CheckedForm>
  );
}

async function exchanged(
  address: string,
  call: Parameters<typeof http.response>[1],
  explain: (error: unknown) => string,
): Promise<Answer> {
  try {
    const response = await http.response(address, call);
    return { status: String(response.status), text: pretty(await response.text()), isError: false };
  } catch (error) {
    const status = error instanceof ApiError ? String(error.status) : "–";
    return { status, text: error instanceof ApiError ? error.message : explain(error), isError: true };
  }
}

function pretty(text: string): string {
  const shortened = (whole: string) =>
    whole.length > shownCharacters ? `${whole.slice(0, shownCharacters)}\n… ${whole.length}` : whole;
  try {
    return shortened(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return shortened(text);
  }
}
