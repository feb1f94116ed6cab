/**
 * What the server says of contacts [COM1], in German. It keeps them as text: what is not known here stays as it is, as do
 * names and addresses in it.
 */
export const summaries: readonly (readonly [english: RegExp, german: string])[] = [
  [/^Ping with 1 attributes$/, "Ping mit 1 Attribut"],
  [/^Ping with (\d+) attributes$/, "Ping mit $1 Attributen"],
  [
    /^Connected from (\S+) over (.+), MQTT (\S+), client id (.*), session taken up$/s,
    "Verbunden von $1 über $2, MQTT $3, Client-ID $4, Sitzung fortgesetzt",
  ],
  [/^Connected from (\S+) over (.+), MQTT (\S+), client id (.*)$/s, "Verbunden von $1 über $2, MQTT $3, Client-ID $4"],
  [/^Connection from (\S+) refused$/, "Verbindung von $1 abgelehnt"],
  [/^Disconnected: the device disconnected$/, "Getrennt: Das Gerät hat sich abgemeldet"],
  [/^Disconnected: the server is shutting down$/, "Getrennt: Der Server wird beendet"],
  [/^Disconnected: the server is overloaded$/, "Getrennt: Der Server ist überlastet"],
  [/^Disconnected: the connection was closed without DISCONNECT$/, "Getrennt: Die Verbindung endete ohne DISCONNECT"],
  [
    /^Disconnected: nothing heard within 1\.5 times the keep-alive$/,
    "Getrennt: Länger als das 1,5-Fache von Keep-alive nichts gehört",
  ],
  [
    /^Disconnected: a newer connection of this device took over$/,
    "Getrennt: Eine neuere Verbindung dieses Geräts hat übernommen",
  ],
  [/^Disconnected: the device token is not valid$/, "Getrennt: Das Token des Geräts gilt nicht"],
  [/^Disconnected: (.*)$/s, "Getrennt: $1"],
  [/^Message on (.*) rejected$/s, "Nachricht auf $1 abgelehnt"],
  [/^Messages are taken more slowly$/, "Nachrichten werden langsamer angenommen"],
  [/^The will could not be published$/, "Der letzte Wille konnte nicht veröffentlicht werden"],
  [/^(\S+) (\S+) rejected$/, "$1 $2 abgelehnt"],
  [/^(\S+) that cannot be read$/, "$1, das nicht gelesen werden kann"],
  [/^(\S+) was refused$/, "$1 wurde abgelehnt"],
  [/^Task (.*)$/s, "Auftrag $1"],
  [/^No body$/, "Ohne Inhalt"],
  [/^Attention without a file$/, "Meldung ohne Datei"],
  [/^List of (\d+) files, (\d+) no longer there$/, "Liste von $1 Dateien, $2 nicht mehr da"],
  [/^List of (\d+) files$/, "Liste von $1 Dateien"],
  [/^List that was not understood$/, "Liste, die nicht verstanden wurde"],
  [/^File (.*), tag (.*), (\d+) bytes$/s, "Datei $1, Tag $2, $3 Bytes"],
  [/^File ([^;]*), tag ([^;]*)$/, "Datei $1, Tag $2"],
  [/^Answer of (\d+) characters to nothing that was asked$/, "Antwort von $1 Zeichen auf nichts, was gefragt war"],
  [/^Answer of (\d+) characters$/, "Antwort von $1 Zeichen"],
  [/^Error report to nothing that was asked$/, "Fehlermeldung zu nichts, was gefragt war"],
  [/^Error report$/, "Fehlermeldung"],
];
