const LONGEST = 64;
const ISO =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i;
const YEAR_OR_MONTH = /^\d{4}(?:-(?:0[1-9]|1[0-2]))?$/;
const WITH_ZONE = /(?:\b(?:GMT|UTC|UT|Z|[ECMP][SD]T)|[+-]\d\d:?\d\d)$/i;
const NAMED_MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const YEAR = /\b\d{4}\b/;

/**
 * A date as pages state it, in ISO 8601, as precise as stated; undefined where it is no date or could be two
 * (05/03/2019 is read as March or May, depending on the country).
 */
export function isoDate(stated: string): string | undefined {
  const text = stated.trim();
  if (text.length > LONGEST) return undefined;
  const iso = ISO.exec(text);
  if (iso !== null) return fromParts(iso);
  if (YEAR_OR_MONTH.test(text)) return text;
  if (!NAMED_MONTH.test(text) || !YEAR.test(text)) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  if (WITH_ZONE.test(text)) return `${new Date(time).toISOString().slice(0, 19)}Z`;
  // Without a zone the engine took the local one: read the date back in it, and do not claim a time.
  const local = new Date(time);
  return calendarDate(local.getFullYear(), local.getMonth() + 1, local.getDate());
}

function fromParts([, year, month, day, hour, minute, second, zone]: RegExpExecArray): string | undefined {
  const date = calendarDate(Number(year), Number(month), Number(day));
  if (date === undefined || hour === undefined) return date;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return date;
  return `${date}T${hour}:${minute}:${second ?? '00'}${isoZone(zone)}`;
}

function isoZone(zone: string | undefined): string {
  if (zone === undefined) return '';
  if (/^[a-z]/i.test(zone)) return 'Z';
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  return `${zone[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

/** Undefined for days that no calendar has, such as 30 February. */
function calendarDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const pad = (value: number, width: number) => String(value).padStart(width, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}
