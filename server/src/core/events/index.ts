export type { EventBus, Events } from "./events.ts";
