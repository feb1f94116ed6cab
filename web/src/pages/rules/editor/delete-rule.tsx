import type { CheckedRule } from "@heliograph/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { deleteRule, firingNow } from "../../../api/rules.ts";
import { countText } from "../../../format/number.ts";
import { useLocale, useMessages } from "../../../i18n/messages.tsx";
import { useMay } from "../../../shell/current-user.ts";
import { pageNeeds } from "../../../shell/page-needs.ts";
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
  const { data } = useQuery({ ...firingNow(), enabled: useMay()(pageNeeds.alarms) });
  const firing = data ? m.rules.deleteFiring(countText(data.get(rule.id.id) ?? 0, locale)) : "";
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
