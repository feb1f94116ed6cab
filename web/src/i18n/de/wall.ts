import { counted } from "../../format/counted.ts";
import type { Messages } from "../en/index.ts";

export const wall: Messages["wall"] = {
  show: "Vollbild",
  title: "Wandanzeige",
  text: "Seite für Seite auf dem ganzen Bildschirm. Er bleibt wach, verbindet sich von selbst wieder und lädt neu, wenn der Server eine neue Version hat.",
  begin: "Beginnen",
  eachPage: "Jede Seite wird gezeigt für",
  seconds: (count) => (count < 60 ? `${count} Sekunden` : count === 60 ? "eine Minute" : `${count / 60} Minuten`),
  stays: "Auf der ersten Seite bleiben",
  also: "Dashboards, die danach kommen",
  next: (seconds) => `nächste Seite in ${counted(seconds)} s`,
  paused: "angehalten",
  pause: "Anhalten",
  goOn: "Weiter",
  leave: "Verlassen",
  mayGoDark: "Der Bildschirm kann dunkel werden: Wachhalten braucht HTTPS.",
  since: (time) => `seit ${time}`,
  notAcknowledged: "nicht quittiert",
  link: "Für eine Wandanzeige, 20 s je Seite",
};
