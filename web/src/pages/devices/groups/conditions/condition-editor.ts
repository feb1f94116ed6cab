import type { DeviceCondition } from "@heliograph/contract";
import type { ReactNode } from "react";

export interface EditorProps<Condition> {
  readonly condition: Condition;
  readonly onChange: (condition: Condition) => void;
}

/** How one kind of condition begins and is edited. */
export interface ConditionEditor<Condition extends DeviceCondition> {
  readonly initial: Condition;
  readonly Editor: (props: EditorProps<Condition>) => ReactNode;
}

/** Without what is undefined: the contract knows fields that are there, or not. */
export const given = <T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
