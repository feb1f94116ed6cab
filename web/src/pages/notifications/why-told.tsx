import type { WhyRecord, WhyStep } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { tenantUsers } from "../../api/administration.ts";
import { whyTold } from "../../api/notifications.ts";
import { useLocale, useMessages } from "../../i18n/messages.tsx";
import { useCurrentUser, useMay, useTenantId } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import { Icon } from "../../ui/icon.tsx";
import { ErrorNote, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { stepText } from "./why-text.ts";

/** "Why was I (not) told?": the answer first, then what it follows from [NTF1]. */
export function WhyTold({ alarmId }: { readonly alarmId: string }) {
  const m = useMessages();
  const may = useMay();
  const mayEdit = may(pageNeeds.notifications);
  const [userId, setUser] = useState<string>();
  const { data, error } = useQuery(whyTold(alarmId, userId));
  return (
    <section className="why-told" aria-label={m.why.title}>
      <div className="row between">
        <h3>{m.why.title}</h3>
        {mayEdit && may("VIEW_USERS") && <WhomChoice value={userId} onChange={setUser} />}
      </div>
      <ErrorNote error={error} />
      {!data && !error && <Skeleton lines={2} />}
      {data && <Answer why={data} />}
      {data && mayEdit && (
        <p className="row">
          <Link to="/notifications/deliveries" search={{ alarm: alarmId }}>
            {m.why.toDeliveries}
          </Link>
          {data.outcome === "NO_POLICY" && <Link to="/notifications">{m.why.toPolicies}</Link>}
        </p>
      )}
    </section>
  );
}

interface WhomChoiceProps {
  readonly value: string | undefined;
  readonly onChange: (userId: string | undefined) => void;
}

function WhomChoice({ value, onChange }: WhomChoiceProps) {
  const m = useMessages();
  const { id } = useCurrentUser();
  const { data } = useQuery(tenantUsers(useTenantId()));
  return (
    <select
      aria-label={m.why.whom}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    >
      <option value="">{m.why.me}</option>
      {data?.data
        .filter((user) => user.id.id !== id.id)
        .map((user) => (
          <option key={user.id.id} value={user.id.id}>
            {user.username}
          </option>
        ))}
    </select>
  );
}

function Answer({ why }: { readonly why: WhyRecord }) {
  const m = useMessages();
  const locale = useLocale();
  const last = why.steps.findLast(({ outcome }) => outcome === (why.told ? "TOLD" : why.outcome));
  return (
    <>
      <p className={why.told ? "note note-good" : "note note-warn"}>
        <Icon name={why.told ? "check" : "alert"} />
        <span className="break">
          <strong>{why.told ? m.why.told : m.why.notTold}</strong> {last && stepText(last, m, locale)}.
          {why.outcome === "NO_POLICY" && ` ${m.why.noPolicyHint}`}
        </span>
      </p>
      <details>
        <summary>{m.why.steps}</summary>
        <ol className="alarm-history">
          {why.steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no names, and are only added to
            <li key={at}>
              <Step step={step} />
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function Step({ step }: { readonly step: WhyStep }) {
  const m = useMessages();
  const locale = useLocale();
  const mayEdit = useMay()(pageNeeds.notifications);
  return (
    <p>
      <small className="soft">
        <Time ms={step.ts} /> · {m.inbox.occasions[step.occasion]}
        {step.policyName !== null && ` · ${step.policyName}`}
      </small>
      <br />
      {stepText(step, m, locale)}{" "}
      {mayEdit && step.notificationId && (
        <Link to="/notifications/deliveries" search={{ open: step.notificationId.id }}>
          {m.notifications.attempts}
        </Link>
      )}
    </p>
  );
}
