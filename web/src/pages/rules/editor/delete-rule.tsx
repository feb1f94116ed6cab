import type { CheckedRule } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { deleteRule, ruleList, rulesShown } from "../../../api/rules.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { Confirm } from "../../../ui/confirm.tsx";

interface DeleteRuleProps {
  readonly rule: CheckedRule;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Says what goes with it. */
export function DeleteRule({ rule, onDeleted, onClose }: DeleteRuleProps) {
  const m = useMessages();
  const locale = useLocale();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data } = useQuery(ruleList({ text: rule.name, mode: "" }, rulesShown));
  const listed = data?.data.find(({ id }) => id.id === rule.id.id);
  const firing = listed ? m.rules.deleteFiring(countText(listed.firing, locale)) : "";
  return (
    <Confirm
      title={m.rules.deleteTitle}
      text={m.rules.deleteText(rule.name, firing)}
      action={m.common.delete}
      onConfirm={async () => {
        await deleteRule(rule.id.id);
        onDeleted();
        for (const key of ["rules", "alarms", "audit"]) void client.invalidateQueries({ queryKey: [key] });
        await navigate({ to: "/rules" });
      }}
      onClose={onClose}
    />
  );
}
