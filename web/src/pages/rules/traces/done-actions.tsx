import type { CheckedRule, RuleActionResult, RuleTransitionRecord } from "@heliograph/contract";
import { Link } from "@tanstack/react-router";
import { countText } from "../../../format/number.ts";
import { dateTimeText } from "../../../format/time.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { pageNeeds } from "../../../shell/page-needs.ts";
import { problemText } from "../problem-text.ts";
import { actionPhrase } from "../sentence/actions.ts";
import type { Wording } from "../sentence/wording.ts";

interface DoneActionsProps {
  readonly transition: RuleTransitionRecord;
  readonly rule: CheckedRule;
  readonly wording: Wording;
}

const tones: Record<RuleActionResult["status"], string> = {
  ...{ WAITING: "warn", DONE: "good", GIVEN_UP: "bad", SKIPPED: "" },
};

/** What became of the rule's actions when it happened: each with its attempts and what was said [RUL4]. */
export function DoneActions({ transition, rule, wording }: DoneActionsProps) {
  const w = useMessages().rules.traces;
  const mayNotify = useMay()(pageNeeds.notifications);
  const { actions } = transition;
  const isTold = actions.some(({ kind }) => kind === "NOTIFY");
  return (
    <section className="card" aria-label={w.actions}>
      <div className="card-head">
        <h2>{w.actions}</h2>
        {isTold && mayNotify && <ToDeliveries ruleId={rule.id.id} />}
      </div>
      {actions.length === 0 ? (
        <p className="card-body soft">{rule.definition.actions.length === 0 ? w.noActions : w.noneDue}</p>
      ) : (
        <ul className="done-actions">
          {actions.map((action) => (
            <DoneAction key={action.key} {...{ action, rule, wording }} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ToDeliveries({ ruleId }: { readonly ruleId: string }) {
  const m = useMessages();
  return (
    <Link to="/notifications/deliveries" search={{ rule: ruleId }}>
      {m.notifications.deliveries}
    </Link>
  );
}

interface DoneActionProps extends Omit<DoneActionsProps, "transition"> {
  readonly action: RuleActionResult;
}

function DoneAction({ action, rule, wording }: DoneActionProps) {
  const w = useMessages().rules.traces;
  const locale = useLocale();
  const { status, attempts, nextAttemptTime, finishedTime, result } = action;
  const facts = [
    finishedTime !== null && dateTimeText(finishedTime, locale),
    attempts > 0 && w.attempts(countText(attempts, locale)),
    nextAttemptTime !== null && w.nextAttempt(dateTimeText(nextAttemptTime, locale)),
    result !== null && problemText({ ...action, message: result }, w.outcomes),
  ];
  return (
    <li>
      <span className="break">
        <strong>{phraseOf(action, rule, wording)}</strong>
        <small className="soft">{facts.filter(Boolean).join(" · ")}</small>
      </span>
      <span className={`badge ${tones[status]}`}>{w.statuses[status]}</span>
    </li>
  );
}

/** As the rule says it today; where that is another action by now, only of which kind it was. */
function phraseOf({ place, kind }: RuleActionResult, { definition }: CheckedRule, wording: Wording): string {
  const said = definition.actions[place];
  if (said?.kind === kind) return actionPhrase(said, wording);
  const { kinds } = wording.words.actions;
  return Object.entries(kinds).find(([name]) => name === kind)?.[1] ?? wording.words.traces.changedSince;
}
