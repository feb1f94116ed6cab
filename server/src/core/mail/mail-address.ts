/** Whom a mail comes from: an address, and perhaps a name. */
export interface MailSender {
  readonly name: string | null;
  readonly address: string;
}

const longestAddress = 254;
const longestLocalPart = 64;
/** What needs no quoting in an address; nobody has a quoted one. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const domain = /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u;
/** A header is a line: nothing may begin another one. */
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Whether a mail can be sent there; names of users may be addresses, and often are. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, host] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || text.length > longestAddress || local.length > longestLocalPart) return false;
  return localPart.test(local) && domain.test(host);
}

/** `ada@example.org` or `Rail Lab <ada@example.org>`; undefined when it is neither. */
export function mailSenderOf(text: string): MailSender | undefined {
  const [, name = "", address = text.trim()] = /^(.*?)\s*<([^<>]*)>$/.exec(text.trim()) ?? [];
  const bare = name.trim().replace(/^"(.*)"$/, "$1");
  if (!isMailAddress(address) || control.test(bare) || /[<>"\\]/.test(bare)) return undefined;
  return { name: bare === "" ? null : bare, address };
}

/** For people to read, and for `mailSenderOf` to understand. */
export const senderText = ({ name, address }: MailSender): string => (name === null ? address : `${name} <${address}>`);
