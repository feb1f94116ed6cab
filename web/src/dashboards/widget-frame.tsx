import { ApiError } from "@heliograph/client";
import { knownWidget, type ProblemLine, type StoredWidget, type Widget } from "@heliograph/contract";
import { Component, type ComponentType, type ReactNode, Suspense, useMemo } from "react";
import { useMessages } from "../i18n/messages.tsx";
import { errorText, Skeleton } from "../ui/states.tsx";
import { useOnlooker } from "./onlooker.tsx";
import { EditLink, OtherDevice } from "./other-device.tsx";
import { hinderingProblem, noAnswer, type PageAnswer } from "./page-answer.ts";
import { questionName } from "./page-request.ts";
import { widgetViews } from "./widgets/index.ts";
import { type Lack, lackOf } from "./widgets/lacking.ts";
import { WidgetSays } from "./widgets/nothing-to-show.tsx";
import { wantedChannels, withKeys } from "./widgets/widget-channels.ts";
import type { WidgetViewProps } from "./widgets/widget-view.ts";

export interface WidgetSurroundings
  extends Pick<WidgetViewProps, "channelOf" | "from" | "to" | "onZoom" | "onZoomOut"> {
  readonly answer: PageAnswer;
  readonly isReading: boolean;
  /** Whether a widget asks for anything. */
  readonly asks: (widget: string) => boolean;
  /** What variables stand for that are not devices. */
  readonly texts: ReadonlyMap<string, string>;
}

interface FrameProps extends WidgetSurroundings {
  readonly name: string;
  readonly stored: StoredWidget;
  readonly height: number;
}

const headHeight = 40;

/** A widget with its title. What goes wrong inside stays inside: the others go on [DSH4]. */
export function WidgetFrame({ name, stored, height, texts, ...around }: FrameProps) {
  const widget = useMemo(() => {
    const known = knownWidget(stored);
    return known && withKeys(known, texts);
  }, [stored, texts]);
  const title = stored.title ?? "";
  return (
    <section className="widget" aria-label={title || name}>
      {title && <h2 className="cut">{title}</h2>}
      <div className="widget-body">
        <Guarded key={JSON.stringify(stored.options)}>
          {widget ? (
            <WidgetContent {...{ name, widget, title, ...around }} height={height - (title ? headHeight : 0)} />
          ) : (
            <UnknownKind />
          )}
        </Guarded>
      </div>
    </section>
  );
}

function UnknownKind() {
  const m = useMessages();
  return <WidgetSays icon="eye" title={m.dashboards.unknownKind} text={m.dashboards.unknownKindText} />;
}

interface ContentProps extends Omit<WidgetSurroundings, "texts"> {
  readonly name: string;
  readonly widget: Widget;
  readonly title: string;
  readonly height: number;
}

function WidgetContent({
  name,
  widget,
  title,
  height,
  answer,
  isReading,
  asks,
  channelOf: described,
  ...around
}: ContentProps) {
  const onlooker = useOnlooker();
  // Behind a link it is not told what a control sends, nor where another dashboard is [DSH6].
  const isToldLess = ({ kind }: Widget) => onlooker !== undefined && (kind === "CONTROL" || kind === "LINK");
  const channelOf = useMemo(() => wantedChannels(described, widget), [described, widget]);
  const questions = [...answer.keys()].filter((question) => question.startsWith(`${name}.`));
  const problem = hinderingProblem(questions.map((question) => answer.get(question) ?? noAnswer));
  if (problem) return <Problem problem={problem} widget={widget} />;
  const waiting = <Skeleton lines={Math.max(2, Math.floor(height / 60))} />;
  if (isReading && asks(name) && questions.length === 0) return waiting;
  const lack = isToldLess(widget) ? undefined : lackOf(widget);
  if (lack) return <Lacking lack={lack} />;
  const View = widgetViews[widget.kind] as ComponentType<WidgetViewProps>; // of its own kind
  const answerOf = (question: string) => answer.get(questionName(name, question)) ?? noAnswer;
  return (
    <Suspense fallback={waiting}>
      <View {...{ title, height, channelOf, ...around }} options={widget.options} answer={answerOf} />
    </Suspense>
  );
}

function Lacking({ lack }: { readonly lack: Lack }) {
  const m = useMessages();
  return (
    <WidgetSays icon="edit" title={m.dashboards.lacks[lack]} text={m.dashboards.lacksText}>
      <EditLink />
    </WidgetSays>
  );
}

/** As if it had been refused by itself: in the reader's language, with the numbers. */
function Problem({ problem, widget }: { readonly problem: ProblemLine; readonly widget: Widget }) {
  const m = useMessages();
  const { code, message, params } = problem;
  const told = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const refusal = new ApiError(400, 31, message, undefined, `${code}?${told}`);
  const text = errorText(refusal, m);
  if (code !== "QUERY_DEVICES_GONE") return <WidgetSays icon="alert" title={text} />;
  return (
    <WidgetSays icon="alert" title={m.dashboards.goneOf("")} text={text}>
      <OtherDevice widget={widget} />
    </WidgetSays>
  );
}

/** A view that throws is one widget that failed. */
class Guarded extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override readonly state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const m = useMessages();
  return <WidgetSays icon="alert" title={m.dashboards.broken} text={m.dashboards.brokenText} />;
}
