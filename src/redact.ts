/**
 * The address of a database up to the last @ of its run of characters: a password may hold an @, or a slash that nobody encoded. What ends a
 * run must not stand in an address (`crawlLocation` refuses it).
 */
const address = /(postgres(?:ql)?:\/\/)([^\s"`<>]*)@/gi;
/** Clients take a password as a parameter, too. */
const parameter = /([?&](?:ssl)?passw(?:or)?d=)[^\s"`<>&#]*/gi;

/** A text without the passwords of databases in it: all that is shown, logged or saved goes through here. */
export function redacted(text: string): string {
  if (!/postgres/i.test(text)) return text;
  return text
    .replace(address, (_, scheme: string, user: string) => `${scheme}${user.split(':', 1)[0]}@`)
    .replace(parameter, '$1…');
}
