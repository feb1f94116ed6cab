import { type ConditionKindName, conditionKinds, type DeviceCondition } from "@heliograph/contract";
import { activityEditor } from "./activity-condition.tsx";
import { alarmEditor } from "./alarm-condition.tsx";
import { attributeEditor } from "./attribute-condition.tsx";
import type { ConditionEditor } from "./condition-editor.ts";
import { latestValueEditor } from "./latest-value-condition.tsx";
import { nameEditor } from "./name-condition.tsx";
import { projectEditor } from "./project-condition.tsx";
import { typeEditor } from "./type-condition.tsx";

/** How each kind is edited: one that is missing does not compile. */
const editors: { readonly [Kind in ConditionKindName]: ConditionEditor<Extract<DeviceCondition, { kind: Kind }>> } = {
  TYPE: typeEditor,
  PROJECT: projectEditor,
  ACTIVITY: activityEditor,
  NAME: nameEditor,
  ATTRIBUTE: attributeEditor,
  LATEST_VALUE: latestValueEditor,
  ALARM: alarmEditor,
};

export const kindNames: readonly ConditionKindName[] = conditionKinds.map(({ kind }) => kind);

/** Undefined for a kind of a newer version. */
export const editorOf = (kind: string): ConditionEditor<DeviceCondition> | undefined =>
  Object.hasOwn(editors, kind) ? (editors[kind as ConditionKindName] as ConditionEditor<DeviceCondition>) : undefined;
