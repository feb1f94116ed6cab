import {
  changesBetween,
  type DashboardConfiguration,
  type DashboardContent,
  type Place,
  type StoredWidget,
} from "@heliograph/contract";
import { Store } from "../../state/store.ts";
import { type Alignment, aligned } from "./aligned.ts";
import { clipIn, clipOf, withPasted } from "./clipboard.ts";
import {
  type Added,
  gridOf,
  type Look,
  layoutOf,
  pageOf,
  withAdded,
  withConfiguration,
  withLayout,
  withoutWidgets,
  withWidget,
} from "./content.ts";
import { freePlace, moved, resized, settled, wideGrid, withoutGaps } from "./grid.ts";
import { type History, historyOf, parted, redone, type StepKind, stepped, undone } from "./history.ts";

/** What is told to those who do not see it. */
type Said =
  | { readonly kind: "moved" | "resized" | "added"; readonly names: readonly string[] }
  | { readonly kind: "removed" | "copied" | "pasted"; readonly count: number }
  | { readonly kind: "undone" | "redone"; readonly step: StepKind | undefined }
  | { readonly kind: "nothingToPaste" };

export interface EditorState {
  readonly history: History;
  /** What the server has, as far as is known here. */
  readonly base: { readonly version: number; readonly content: DashboardContent };
  readonly look: Look;
  readonly selection: ReadonlySet<string>;
  /** Whether the settings of the chosen one are open. */
  readonly isOpen: boolean;
  readonly said: Said | undefined;
}

const nothing: ReadonlySet<string> = new Set();

/** A dashboard that is edited: every command of mouse, keys and buttons ends here, each one step of its history [DSH5]. */
export class Editor {
  readonly state: Store<EditorState>;

  constructor(base: EditorState["base"], draft: DashboardContent | undefined, begin: Partial<Look>) {
    const history = draft ? stepped(historyOf(base.content), draft, "changed") : historyOf(base.content);
    const look = { pageId: "", isPhone: false, ...begin };
    this.state = new Store<EditorState>({ history, base, look, selection: nothing, isOpen: false, said: undefined });
    this.#set({});
  }

  get content(): DashboardContent {
    return this.state.get().history.present;
  }

  get layout(): readonly Place[] {
    return layoutOf(this.content, this.state.get().look);
  }

  /** What of it is chosen and still there. */
  #set(changed: Partial<EditorState>): void {
    const next = { ...this.state.get(), ...changed };
    const { pages } = next.history.present.configuration;
    const pageId = pages.some(({ id }) => id === next.look.pageId) ? next.look.pageId : (pages[0]?.id ?? "");
    const names = new Set(pageOf(next.history.present, pageId)?.layout.map(({ widget }) => widget));
    const isKept = [...next.selection].every((name) => names.has(name));
    const selection = isKept ? next.selection : next.selection.intersection(names);
    const look = pageId === next.look.pageId ? next.look : { ...next.look, pageId };
    this.state.set({ ...next, look, selection, isOpen: next.isOpen && selection.size === 1 });
  }

  change(content: DashboardContent, kind: StepKind, joining?: string, also: Partial<EditorState> = {}): void {
    this.#set({ history: stepped(this.state.get().history, content, kind, joining), ...also });
  }

  configure(changed: Partial<DashboardConfiguration>, kind: StepKind, joining?: string): void {
    this.change(withConfiguration(this.content, changed), kind, joining);
  }

  /** What is typed next is a step of its own. */
  part(): void {
    this.#set({ history: parted(this.state.get().history) });
  }

  select(names: Iterable<string>, isOpen = this.state.get().isOpen): void {
    this.#set({ selection: new Set(names), isOpen });
  }

  toggle(name: string): void {
    this.select(this.state.get().selection.symmetricDifference(new Set([name])));
  }

  selectAll(): void {
    this.select(this.layout.map(({ widget }) => widget));
  }

  open(name: string): void {
    this.#set({ selection: new Set([name]), isOpen: true });
  }

  close(): void {
    this.#set({ isOpen: false });
  }

  look(look: Partial<Look>): void {
    const isElsewhere = look.pageId !== undefined && look.pageId !== this.state.get().look.pageId;
    this.#set({ look: { ...this.state.get().look, ...look }, ...(isElsewhere && { selection: nothing }) });
  }

  /** As the pointer left it. */
  layOut(layout: Place[], kind: "moved" | "resized", names: readonly string[]): void {
    const content = withLayout(this.content, this.state.get().look, layout);
    this.change(content, kind, undefined, { said: { kind, names } });
  }

  /** One cell by key; steps of one key that follow each other are one. */
  move(names: ReadonlySet<string>, dx: number, dy: number): void {
    const { look } = this.state.get();
    const layout = moved(gridOf(look), this.layout, names, dx, dy);
    this.change(withLayout(this.content, look, layout), "moved", `move ${[...names].join()}`, {
      said: { kind: "moved", names: [...names] },
    });
  }

  resize(name: string, dx: number, dy: number): void {
    const { look } = this.state.get();
    const layout = resized(gridOf(look), this.layout, name, "se", dx, dy);
    this.change(withLayout(this.content, look, layout), "resized", `resize ${name}`, {
      said: { kind: "resized", names: [name] },
    });
  }

  align(alignment: Alignment): void {
    const { look, selection } = this.state.get();
    this.change(withLayout(this.content, look, aligned(gridOf(look), this.layout, selection, alignment)), "aligned");
  }

  tidy(): void {
    this.change(withLayout(this.content, this.state.get().look, withoutGaps(this.layout)), "tidied");
  }

  /** At a place somebody chose, where others make room; else at the first that is free. */
  add(widget: StoredWidget, size: { readonly w: number; readonly h: number }, at?: Omit<Place, "widget">): void {
    const { pageId } = this.state.get().look;
    const layout = pageOf(this.content, pageId)?.layout ?? [];
    const added: Added = { widget, place: at ?? freePlace(wideGrid, layout, size.w, size.h) };
    const { content, names } = withAdded(this.content, pageId, [added]);
    const held = new Set(names);
    const look = { pageId, isPhone: false };
    const free = withLayout(content, look, settled(layoutOf(content, look), held));
    this.change(free, "added", undefined, { selection: held, isOpen: true, said: { kind: "added", names } });
  }

  setWidget(name: string, widget: StoredWidget): void {
    this.change(withWidget(this.content, name, widget), "changed", `change ${name}`);
  }

  remove(names: ReadonlySet<string> = this.state.get().selection): void {
    if (names.size === 0) return;
    const content = withoutWidgets(this.content, this.state.get().look.pageId, names);
    this.change(content, "removed", undefined, { said: { kind: "removed", count: names.size } });
  }

  /** The chosen ones as a text for the clipboard; undefined where none is. */
  copy(): string | undefined {
    const { selection, look } = this.state.get();
    if (selection.size === 0) return undefined;
    this.#set({ said: { kind: "copied", count: selection.size } });
    return clipOf(this.content, look.pageId, selection);
  }

  /** Whether there were widgets in it. */
  paste(text: string): boolean {
    const clip = clipIn(text);
    if (!clip) {
      this.#set({ said: { kind: "nothingToPaste" } });
      return false;
    }
    const { content, names } = withPasted(this.content, this.state.get().look.pageId, clip);
    this.change(content, "pasted", undefined, {
      selection: new Set(names),
      isOpen: false,
      said: { kind: "pasted", count: names.length },
    });
    return true;
  }

  duplicate(): void {
    const { selection, look } = this.state.get();
    if (selection.size > 0) this.paste(clipOf(this.content, look.pageId, selection));
  }

  undo(): void {
    const { history } = this.state.get();
    const said: Said = { kind: "undone", step: history.past.at(-1)?.kind };
    this.#set({ history: undone(history) ?? history, said });
  }

  redo(): void {
    const { history } = this.state.get();
    const said: Said = { kind: "redone", step: history.future[0]?.kind };
    this.#set({ history: redone(history) ?? history, said });
  }

  /** What was saved is what the next changes begin with; what was done meanwhile stays. */
  saved(version: number, content: DashboardContent): void {
    this.#set({ base: { version, content } });
  }

  /** Another one in place of this: theirs, or both put together, made from a version. */
  take(base: EditorState["base"], content: DashboardContent): void {
    this.change(content, "merged", undefined, { base });
  }

  /** As it was saved last. */
  discard(): void {
    const { base } = this.state.get();
    this.#set({ history: historyOf(base.content), selection: nothing });
  }
}

/** How many steps away from what is saved; where there is no way of steps, how many values differ. */
export function unsavedCount({ base, history: { present, past, future } }: EditorState): number {
  if (base.content === present) return 0;
  const isSaved = ({ content }: { readonly content: DashboardContent }) => content === base.content;
  const [behind, ahead] = [past.findLastIndex(isSaved), future.findIndex(isSaved)];
  if (behind >= 0) return past.length - behind;
  return ahead >= 0 ? ahead + 1 : changesBetween(base.content, present).length;
}
