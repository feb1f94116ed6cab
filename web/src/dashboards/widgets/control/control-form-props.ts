import type { WidgetOptions } from "@heliograph/contract";

export interface ControlFormProps {
  readonly title: string;
  readonly options: WidgetOptions<"CONTROL">;
  /** What the devices have now. */
  readonly values: readonly unknown[];
  readonly isBusy: boolean;
  readonly onSend: (value: unknown) => void;
}
