import type { NotificationTestAnswer } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sendTest, webhookList } from "../../api/notifications.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser } from "../../shell/current-user.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { answerText } from "./answer-text.ts";

export function TestButton() {
  const m = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="send" /> {m.notifications.test}
      </button>
      {isOpen && <TestDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Shows whether a channel works: what was answered stands below. */
function TestDialog({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages();
  const client = useQueryClient();
  const { username } = useCurrentUser();
  const { data: webhooks } = useQuery(webhookList());
  const [to, setTo] = useState("inbox");
  const [answer, setAnswer] = useState<NotificationTestAnswer>();
  const send = async (form: FormData) => {
    setAnswer(undefined);
    if (to === "inbox") setAnswer(await sendTest({ inbox: true }));
    else if (to === "mail") setAnswer(await sendTest({ address: textOf(form, "address").trim() }));
    else setAnswer(await sendTest({ webhookId: to }));
    await client.invalidateQueries({ queryKey: ["inbox"] });
  };
  return (
    <Dialog title={m.notifications.testTitle} onClose={onClose}>
      <Form action={m.notifications.test} send={send} onCancel={onClose}>
        <p className="soft">{m.notifications.testText}</p>
        <Field label={m.notifications.testTo}>
          {(id) => (
            <select
              id={id}
              value={to}
              onChange={({ target }) => {
                setTo(target.value);
                setAnswer(undefined);
              }}
            >
              <option value="inbox">{m.notifications.testInbox}</option>
              <option value="mail">{m.notifications.testMail}</option>
              {webhooks?.data.map((webhook) => (
                <option key={webhook.id.id} value={webhook.id.id}>
                  {m.notifications.testWebhook(webhook.name)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {to === "mail" && (
          <TextField
            label={m.notifications.testAddress}
            name="address"
            inputMode="email"
            value={username.includes("@") ? username : ""}
            required
            maxLength={254}
          />
        )}
        {answer && <TestAnswer answer={answer} />}
      </Form>
    </Dialog>
  );
}

/** What was said to a test. */
export function TestAnswer({ answer }: { readonly answer: NotificationTestAnswer }) {
  const { accepted } = answer;
  const m = useMessages();
  return (
    <p className={accepted ? "note note-good" : "note note-error"} role="status">
      <Icon name={accepted ? "check" : "alert"} />
      <span className="break">
        <strong>{accepted ? m.notifications.accepted : m.notifications.refused}</strong>{" "}
        {answerText(answer, m.notifications)}
      </span>
    </p>
  );
}
