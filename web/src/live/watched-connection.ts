import type { LiveConnection, LiveState } from "@heliograph/client";
import { Store } from "../state/store.ts";
import { onBack, tellLost } from "./lost-since.ts";

/** The connection's state for whoever shows it; it hurries when the network or an answer is back, or somebody looks again. */
export function watched(live: LiveConnection): Store<LiveState> {
  const state = new Store(live.state);
  live.onState = (next) => {
    state.set(next);
    tellLost("connection", next === "lost");
  };
  onBack(() => live.state === "lost" && live.hurry());
  window.addEventListener("online", () => live.hurry());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && live.hurry());
  return state;
}
