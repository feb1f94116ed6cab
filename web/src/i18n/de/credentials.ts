import type { Messages } from "../en/index.ts";

export const credentials: Messages["credentials"] = {
  title: "Zugangstoken",
  text: "Das Gerät sendet es als MQTT-Benutzername oder als ID über HTTP. Wer es hat, kann für dieses Gerät sprechen.",
  show: "Zeigen",
  hide: "Verbergen",
  rotate: "Erneuern",
  rotateTitle: "Neues Token erzeugen?",
  rotateText: "Das alte gilt sofort nicht mehr, Verbindungen damit werden beendet. Das Gerät braucht das neue.",
  rotated: "Das Gerät hat ein neues Token",
  own: "Eigenes Token setzen",
  ownHint: "1–128 Zeichen aus A–Z a–z 0–9 . _ ~ -",
  snippets: "Ausprobieren",
  snippetsText: "Zum Einfügen bereit, mit dem Token dieses Geräts.",
  security: "Verbindung",
  securities: { plain: "Unverschlüsselt", tls: "TLS" },
  portsHint: "Hinter einem Proxy oder einer Portumleitung gelten deren Ports.",
  since: "Gültig seit",
  tryAndWatch: "Ausprobieren und sehen, was ankommt",
};
