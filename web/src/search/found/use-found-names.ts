import { useQuery } from "@tanstack/react-query";
import { dashboardList } from "../../api/dashboards.ts";
import { ruleList } from "../../api/rules.ts";
import { useMay, useTenantId } from "../../shell/current-user.ts";
import { pageNeeds } from "../../shell/page-needs.ts";
import type { FindingGroup } from "../finding.ts";
import type { SearchAsked } from "../search-asked.ts";
import { areIn } from "../typed-search.ts";
import { useHref } from "../use-href.ts";

const shownAtMost = 4;
const asked = 50;

/** The server looks for one text: the longest word finds the fewest, the others are looked for among those. */
const longestOf = (words: readonly string[]): string => words.toSorted((a, b) => b.length - a.length)[0] ?? "";

/** Dashboards by their titles. */
export function useFoundDashboards({ words, projectId, isActionsOnly }: SearchAsked): FindingGroup {
  const href = useHref();
  const tenantId = useTenantId();
  const isAsked = useMay()(pageNeeds.dashboards) && tenantId !== "" && words.length > 0 && !isActionsOnly;
  const within = projectId === "none" ? undefined : projectId;
  const { placeholderData: _, ...list } = dashboardList(tenantId, longestOf(words), within, asked);
  const { data, isLoading, isError } = useQuery({ ...list, enabled: isAsked, retry: false });
  const found = (data?.data ?? []).filter(({ title }) => areIn(words, title));
  return {
    ...{ kind: "dashboards", total: found.length, isPending: isLoading, isFailed: isError },
    findings: found.slice(0, shownAtMost).map(({ id, title }) => ({
      ...{ id: `dashboard ${id.id}`, kind: "dashboards" as const, title },
      href: href({ to: "/dashboards/$dashboardId", params: { dashboardId: id.id }, search: {} }),
    })),
  };
}

/** Rules by their names. */
export function useFoundRules({ words, isActionsOnly }: SearchAsked): FindingGroup {
  const href = useHref();
  const tenantId = useTenantId();
  const isAsked = useMay()(pageNeeds.rules) && tenantId !== "" && words.length > 0 && !isActionsOnly;
  const { placeholderData: _, refetchInterval: __, ...list } = ruleList({ text: longestOf(words), mode: "" }, asked);
  const { data, isLoading, isError } = useQuery({ ...list, enabled: isAsked, retry: false });
  const found = (data?.data ?? []).filter(({ name }) => areIn(words, name));
  return {
    ...{ kind: "rules", total: found.length, isPending: isLoading, isFailed: isError },
    findings: found.slice(0, shownAtMost).map(({ id, name }) => ({
      ...{ id: `rule ${id.id}`, kind: "rules" as const, title: name },
      href: href({ to: "/rules/$ruleId", params: { ruleId: id.id }, search: {} }),
    })),
  };
}
