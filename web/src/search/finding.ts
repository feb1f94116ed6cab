import type { ReactNode } from "react";
import type { IconName } from "../ui/icon.tsx";

export type FindingKind = "devices" | "channels" | "files" | "dashboards" | "rules" | "pages" | "actions" | "steps";

/** Something that can be gone to, or done. */
export interface Finding {
  readonly id: string;
  readonly kind: FindingKind;
  readonly title: string;
  /** Beside the title, softer: where it is. */
  readonly detail?: string | undefined;
  /** Where it leads; without one it does something. */
  readonly href?: string | undefined;
  readonly run?: () => void;
  /** Another than that of its kind. */
  readonly icon?: IconName;
  /** In front, in place of an icon. */
  readonly mark?: ReactNode;
  /** At the end: what it is at the moment. */
  readonly state?: ReactNode;
}

export interface FindingGroup {
  readonly kind: FindingKind | "recent";
  readonly findings: readonly Finding[];
  /** Of how many these are, where that is known. */
  readonly total?: number | undefined;
  /** Something of this kind is still being asked for. */
  readonly isPending?: boolean;
  /** Something of this kind could not be asked for. */
  readonly isFailed?: boolean;
}
