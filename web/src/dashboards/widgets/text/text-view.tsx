import { PlainText } from "../../../ui/plain-text.tsx";
import type { WidgetViewProps } from "../widget-view.ts";

/** A text by somebody else: whatever looks like HTML is text. */
export function TextView({ options }: WidgetViewProps<"TEXT">) {
  return <PlainText text={options.markdown} />;
}
