import type { Messages } from "../en/index.ts";

export const apiDescription: Messages["apiDescription"] = {
  title: "API-Beschreibung",
  text: "Erzeugt aus den Schemata, die Anfragen prüfen. Aufrufe von hier nutzen Ihre Sitzung.",
  filter: "Routen filtern",
  parameters: "Parameter",
  body: "Inhalt",
  send: "Senden",
  response: "Antwort",
  schema: "Antwort",
  none: "Keine Parameter",
  document: "OpenAPI-Dokument",
  required: "nötig",
};

export const help: Messages["help"] = {
  protocols: "Was Geräte sprechen",
  connectText:
    "Ein Gerät zeigt sein Token: als MQTT-Benutzername, ein Passwort ist nicht nötig, oder als Teil der Adresse über HTTP.",
  addresses: "Adressen dieses Knotens",
  webSocket: "MQTT über WebSocket",
  deviceApi: "Werte über HTTP, wie über MQTT; auch attributes und rpc",
  deviceHttp: "Logger über HTTP",
  topics: "MQTT-Topics",
  automation: "Alarme, Regeln und Nachrichten",
  automationText:
    "Eine Regel sieht sich an, was Geräte senden, und löst einen Alarm aus. Erproben Sie sie beim Bearbeiten an der Vergangenheit, lassen Sie sie als Schatten mitlaufen, und schalten Sie sie dann ein. Wer benachrichtigt wird, sagt eine Benachrichtigungsregel; warum eine Regel ausgelöst hat oder nicht, sagen ihre Spuren. In docs/automation.md des Projekts steht zu allem ein Aufruf der API.",
  scripts: "Skripte",
  scriptsText:
    "Anmelden mit Benutzer und Passwort, dann das Token mit jedem Aufruf senden. Zeiten sind Unix-Millisekunden.",
  topicTelemetry: "Telemetrie senden",
  topicAttributes: "Client-Attribute senden, geteilte empfangen",
  topicRequest: "Attribute anfragen",
  topicResponse: "Die Antwort darauf",
  topicRpc: 'Aufrufe empfangen (v1/devices/me/rpc/request/+ abonnieren); eine Nachricht ist {"method": …, "params": …}',
  topicAnswer: "Einen Aufruf beantworten, mit seiner Id und beliebigem JSON",
  forms: "Formen einer Telemetrienachricht",
  simple: "Werte; es gilt die Zeit des Servers",
  withTime: "Mit einer Zeit des Geräts",
  many: "Mehrere auf einmal",
};
