import type { ReactNode } from "react";
import { SentenceChip } from "../../../ui/chip.tsx";
import { useRuleEditing } from "./rule-editing.ts";

interface ChipProps {
  /** What its form is about. */
  readonly label: string;
  readonly text: ReactNode;
  /** Where in the definition; what is wrong there is told here. */
  readonly path?: string;
  readonly children: ReactNode;
}

/** A part of the rule's sentence. */
export function Chip({ path, ...rest }: ChipProps) {
  const { change, problemsAt } = useRuleEditing();
  return <SentenceChip problems={path === undefined ? [] : problemsAt(path)} isReadOnly={!change} {...rest} />;
}
