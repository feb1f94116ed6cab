import type { ShownDevice, WidgetKind, WidgetOptions } from "@heliograph/contract";
import type { ComponentType } from "react";
import type { QuestionAnswer } from "../page-answer.ts";
import type { ChannelOf } from "../series-lines.ts";

/** What a widget is drawn from. */
export interface WidgetViewProps<Kind extends WidgetKind = WidgetKind> {
  readonly title: string;
  readonly options: WidgetOptions<Kind>;
  /** By its own name for the question; nothing is known where it did not ask. */
  readonly answer: (question: string) => QuestionAnswer;
  readonly channelOf: ChannelOf;
  readonly from: number;
  readonly to: number;
  /** Of what is inside of its frame, in pixels. */
  readonly height: number;
  readonly onZoom: (from: number, to: number) => void;
  readonly onZoomOut: () => void;
}

export type WidgetView<Kind extends WidgetKind> = ComponentType<WidgetViewProps<Kind>>;

export const deviceOf = (devices: readonly ShownDevice[], id: string): ShownDevice | undefined =>
  devices.find((device) => device.id.id === id);
