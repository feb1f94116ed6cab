import type { SharedDashboard } from "@heliograph/contract";
import { type ReactNode, useEffect, useMemo, useState } from "react";

type Page = SharedDashboard["configuration"]["pages"][number];

interface PrintedShareProps {
  readonly title: string;
  readonly pages: readonly Page[];
  readonly time: ReactNode;
  readonly children: (page: Page, onSettled: (isSettled: boolean) => void) => ReactNode;
}

/** A dashboard on paper [SCH2]: all its pages, each beginning a sheet. Whoever prints it waits until it says that it is drawn. */
export function PrintedShare({ title, pages, time, children }: PrintedShareProps) {
  const filled = useMemo(() => pages.filter(({ layout }) => layout.length > 0), [pages]);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const hearers = useMemo(
    () =>
      new Map(
        filled.map(({ id }) => [id, (isSettled: boolean) => setSettled((before) => withOne(before, id, isSettled))]),
      ),
    [filled],
  );
  useDrawn(filled.every(({ id }) => settled.has(id)));
  return (
    <main className="page page-wide shared printed">
      {filled.map((page) => {
        const hear = hearers.get(page.id);
        return (
          <section key={page.id} className="printed-page">
            <div className="page-head">
              <h1>{title}</h1>
              {pages.length > 1 && <h2>{page.title}</h2>}
              {time}
            </div>
            {hear && children(page, hear)}
          </section>
        );
      })}
    </main>
  );
}

function withOne(before: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (before.has(id) === isIn) return before;
  return new Set(isIn ? [...before, id] : [...before].filter((one) => one !== id));
}

const lookEveryMs = 100;
/** What is drawn after an answer is drawn within so many looks. */
const looksWithoutNews = 3;

/** Marks the document when nothing is on its way any more: answers, scripts of widgets, pictures, fonts. */
function useDrawn(isSettled: boolean): void {
  useEffect(() => {
    if (!isSettled) return undefined;
    let still = 0;
    const timer = setInterval(() => {
      still = isStill() ? still + 1 : 0;
      if (still >= looksWithoutNews) document.documentElement.dataset["drawn"] = "yes";
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [isSettled]);
}

const isStill = (): boolean =>
  document.querySelector(".skeleton") === null &&
  [...document.images].every(({ complete }) => complete) &&
  document.fonts.status === "loaded";
