import type { TenantMailInput, TenantMailRecord } from "@heliograph/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { use, useState } from "react";
import { removeTenantMail, saveTenantMail, tenantMail, testTenantMail } from "../../api/mail.ts";
import { language, useMessages } from "../../i18n/messages.tsx";
import { useStore } from "../../state/store.ts";
import { Confirm } from "../../ui/confirm.tsx";
import { Field, TextField, textOf } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { CheckedForm } from "../../ui/form-checks/checked-form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadedCard } from "../../ui/loaded-card.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { Unsaved } from "./settings-section.tsx";
import { UndeliveredMails } from "./undelivered-mails.tsx";

/** Which server sends the tenant's mails. */
export function MailSection({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const query = useQuery(tenantMail(tenantId));
  return (
    <div id="mail" className="anchor">
      <LoadedCard title={m.mail.title} text={m.mail.text} query={query} lines={6}>
        {(mail) => (
          <>
            <MailState mail={mail} />
            <MailForm key={JSON.stringify(mail)} tenantId={tenantId} mail={mail} />
            {mail.source !== "NONE" && <TestForm tenantId={tenantId} />}
            <UndeliveredMails tenantId={tenantId} />
          </>
        )}
      </LoadedCard>
    </div>
  );
}

interface MailProps {
  readonly tenantId: string;
  readonly mail: TenantMailRecord;
}

function MailState({ mail }: Pick<MailProps, "mail">) {
  const m = useMessages();
  const isSent = mail.source !== "NONE" && !mail.isInside;
  return (
    <div className="card-body stack">
      <p className={isSent ? "note" : "note note-warn"} role="note">
        <Icon name={isSent ? "check" : "alert"} />
        <span className="break">
          {mail.isInside ? m.mail.inside : m.mail.sources[mail.source]}{" "}
          {mail.from && !mail.isInside && m.mail.sentFrom(mail.from)}
        </span>
      </p>
      {!mail.canMakeLinks && (
        <p className="note" role="note">
          <Icon name="alert" /> {m.mail.noLinks}
        </p>
      )}
    </div>
  );
}

const securities = ["STARTTLS", "TLS", "NONE"] as const;

function MailForm({ tenantId, mail: { own } }: MailProps) {
  const m = useMessages();
  const client = useQueryClient();
  const tell = use(Unsaved);
  const [isRemoving, setRemoving] = useState(false);
  const done = (saved: TenantMailRecord) => {
    tell("mail", false);
    client.setQueryData(tenantMail(tenantId).queryKey, saved);
    toast(m.common.saved);
  };
  return (
    <div onInput={() => tell("mail", true)}>
      <Form
        className="form card-body"
        action={m.common.save}
        send={async (form) => done(await saveTenantMail(tenantId, mailIn(form)))}
      >
        <div className="form-pair">
          <TextField label={m.mail.host} name="host" value={own?.host} required maxLength={253} />
          <TextField
            label={m.mail.port}
            name="port"
            type="number"
            value={String(own?.port ?? 587)}
            min={1}
            max={65535}
            isWhole
            required
          />
        </div>
        <Field label={m.mail.security}>
          {(id) => (
            <select id={id} name="security" defaultValue={own?.security ?? "STARTTLS"}>
              {securities.map((one) => (
                <option key={one} value={one}>
                  {m.mail.securities[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="form-pair">
          <TextField label={m.mail.username} name="username" value={own?.username} hint={m.mail.usernameHint} />
          <TextField
            label={m.mail.password}
            name="password"
            type="password"
            autoComplete="new-password"
            {...(own?.hasPassword && { hint: m.mail.passwordKept })}
          />
        </div>
        <TextField label={m.mail.from} name="from" value={own?.from} hint={m.mail.fromHint} required maxLength={320} />
        {own && (
          <div className="row">
            <button type="button" className="button small" onClick={() => setRemoving(true)}>
              {m.mail.remove}
            </button>
          </div>
        )}
      </Form>
      {isRemoving && (
        <Confirm
          title={m.mail.removeTitle}
          text={m.mail.removeText}
          action={m.mail.remove}
          onConfirm={async () => done(await removeTenantMail(tenantId))}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

/** What is not filled in as a password keeps the one there is. */
function mailIn(form: FormData): TenantMailInput {
  const [username, password] = [textOf(form, "username").trim(), textOf(form, "password")];
  return {
    host: textOf(form, "host").trim(),
    port: Number(textOf(form, "port")),
    security: textOf(form, "security") as TenantMailInput["security"],
    from: textOf(form, "from").trim(),
    ...(username && { username }),
    ...(password && { password }),
  };
}

/** Sends one now and shows what the mail server said, word by word. */
function TestForm({ tenantId }: { readonly tenantId: string }) {
  const m = useMessages();
  const spoken = useStore(language);
  const test = useMutation({ mutationFn: (to: string) => testTenantMail(tenantId, to, spoken) });
  return (
    <div className="form card-body">
      <CheckedForm className="row" onSend={(form) => test.mutate(textOf(form, "to").trim())}>
        <input
          name="to"
          type="email"
          required
          aria-label={m.mail.testTo}
          placeholder={m.mail.testTo}
          className="mail-test"
        />
        <button type="submit" className="button" disabled={test.isPending}>
          {m.mail.test}
        </button>
      </CheckedForm>
      <ErrorNote error={test.error} />
      {test.data && (
        <p className={test.data.accepted ? "note note-good" : "note note-error"} role="status">
          <Icon name={test.data.accepted ? "check" : "alert"} />
          <span className="break">
            {test.data.accepted ? m.mail.accepted : m.mail.refused} {test.data.response}
          </span>
        </p>
      )}
    </div>
  );
}
