import { type ToOptions, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** The address of a page, as a link has it. */
export function useHref(): (goal: ToOptions) => string {
  const router = useRouter();
  return useCallback((goal) => router.buildLocation(goal).href, [router]);
}
