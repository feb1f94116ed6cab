interface Named {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** A name that a spreadsheet would take for a formula is told that it is none. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Names and tokens as a list for programs and spreadsheets; a token stays as it is, whatever it begins with. */
export const tokensCsv = (devices: readonly Named[]): string =>
  ["name,token,id", ...devices.map(({ name, token, id }) => `${cell(name)},${token},${id}`), ""].join("\r\n");
