import type { ComponentType } from "react";
import { EditAction } from "./edit-action.tsx";
import { PrintAction } from "./export/print-action.tsx";
import { SendAction } from "./export/send-action.tsx";
import type { HeaderActionProps } from "./header-action.ts";
import { ShareAction } from "./sharing/share-action.tsx";
import { WallAction } from "./wall/wall-action.tsx";

/** What can be done with a dashboard that is looked at, in the order it is offered; each one decides for whom. */
const actions: readonly ComponentType<HeaderActionProps>[] = [
  WallAction,
  PrintAction,
  SendAction,
  ShareAction,
  EditAction,
];

export const HeaderActions = (props: HeaderActionProps) => (
  <div className="row dashboard-actions">
    {actions.map((Action, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <Action key={at} {...props} />
    ))}
  </div>
);
