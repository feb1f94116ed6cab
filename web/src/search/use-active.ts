import { useState } from "react";
import type { Finding } from "./finding.ts";

/** Which of the findings Enter takes: the one that was moved to as long as it is there, else the first. */
export function useActive(findings: readonly Finding[]) {
  const [wanted, want] = useState<string>();
  const found = findings.findIndex(({ id }) => id === wanted);
  const at = Math.max(0, found);
  /** Past the last is the first. */
  const move = (step: 1 | -1) => want(findings[(at + step + findings.length) % findings.length]?.id);
  return { active: findings[at], move, want };
}
