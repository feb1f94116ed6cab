import type { DashboardRecord } from "@heliograph/contract";
import type { ComponentType } from "react";
import type { DashboardSearch } from "./dashboard-search.ts";
import { EditAction } from "./edit-action.tsx";
import { PrintAction } from "./export/print-action.tsx";
import { ShareAction } from "./sharing/share-action.tsx";
import { WallAction } from "./wall/wall-action.tsx";

export interface HeaderActionProps {
  readonly record: DashboardRecord;
  /** Which page and which time is looked at. */
  readonly search: DashboardSearch;
}

/** What can be done with a dashboard that is looked at, in the order it is offered; each one decides for whom. */
const actions: readonly ComponentType<HeaderActionProps>[] = [WallAction, PrintAction, ShareAction, EditAction];

export const HeaderActions = (props: HeaderActionProps) => (
  <div className="row dashboard-actions">
    {actions.map((Action, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <Action key={at} {...props} />
    ))}
  </div>
);
