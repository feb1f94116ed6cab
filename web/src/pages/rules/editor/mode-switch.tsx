import { type CheckedRule, type RuleMode, ruleModes } from "@heliograph/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { rule as ruleQuery, setRuleMode } from "../../../api/rules.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Confirm } from "../../../ui/confirm.tsx";
import { isStale } from "../../../ui/newer-version.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { ErrorNote } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";

interface ModeSwitchProps {
  readonly rule: CheckedRule;
  readonly onSwitched: (now: CheckedRule) => void;
  /** Somebody saved it meanwhile: it is read again. */
  readonly onStale: () => void;
}

/** Off, shadow, live: in force at once; what is being edited stays a draft. */
export function ModeSwitch({ rule, onSwitched, onStale }: ModeSwitchProps) {
  const m = useMessages();
  const client = useQueryClient();
  const [asked, setAsked] = useState<RuleMode>();
  const turn = useMutation({
    mutationFn: (mode: RuleMode) => setRuleMode(rule.id.id, mode, rule.version),
    onSuccess: (now) => {
      client.setQueryData(ruleQuery(now.id.id).queryKey, now);
      for (const key of ["rules", "rule-versions", "rule-why", "alarms", "audit"])
        void client.invalidateQueries({ queryKey: [key] });
      toast(m.rules.modeSaved(m.rules.modes[now.mode]));
      onSwitched(now);
    },
    onError: (error) => isStale(error) && onStale(),
  });
  const choose = (mode: RuleMode) => {
    if (mode === rule.mode) return;
    if (rule.mode === "LIVE") setAsked(mode);
    else turn.mutate(mode);
  };
  return (
    <>
      <Segments
        label={m.rules.mode}
        options={ruleModes.map((mode) => [mode, m.rules.modes[mode]] as const)}
        value={rule.mode}
        onChange={choose}
      />
      <ErrorNote error={turn.error} />
      {asked && (
        <Confirm
          title={m.rules.modeTitle(m.rules.modes[asked])}
          text={`${m.rules.modeTexts[asked]} ${m.rules.modeText}`}
          action={m.rules.modes[asked]}
          onConfirm={() => turn.mutateAsync(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
