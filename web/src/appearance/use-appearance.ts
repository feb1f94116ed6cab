import type { TenantAppearance } from "@heliograph/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../app.ts";
import { useCurrentUser } from "../shell/current-user.ts";
import { useDarkness } from "../state/use-darkness.ts";
import { accentShades } from "./accent-shades.ts";

export const appearanceOf = (tenantId: string) =>
  queryOptions({
    queryKey: ["appearance", tenantId],
    queryFn: () => api.tenants.appearance({ tenantId }),
    staleTime: 5 * 60_000,
  });

/** How the tenant one is in looks; undefined for who is in none, and until it is known. */
export function useAppearance(): TenantAppearance | undefined {
  const tenantId = useCurrentUser().tenantId?.id;
  return useQuery({ ...appearanceOf(tenantId ?? ""), enabled: tenantId !== undefined }).data;
}

const properties = ["--accent", "--accent-strong", "--accent-soft", "--on-accent"] as const;

/** The tenant's colour in place of the product's, as long as somebody is in the tenant. */
export function useAccent(color: string | null | undefined): void {
  const isDark = useDarkness();
  useEffect(() => {
    if (!color) return undefined;
    const { accent, strong, soft, onAccent } = accentShades(color, isDark ? "dark" : "light");
    const { style } = document.documentElement;
    for (const [at, value] of [accent, strong, soft, onAccent].entries())
      style.setProperty(properties[at] ?? "", value);
    return () => {
      for (const property of properties) style.removeProperty(property);
    };
  }, [color, isDark]);
}
