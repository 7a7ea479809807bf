import { badAnswer } from './seed-web.js';

/** An object of an answer, nothing of which has been checked. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Empty where the value is no object: asking it for a field then finds nothing, as in an object that lacks it. */
export function recordOf(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null ? (value as JsonRecord) : {};
}

/** The objects of a list; what is none is left out, and a list that is missing is empty. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** The same of a list that the protocol promises, by the name that it has there. */
export function promisedRecords(url: string, list: unknown, name: string): readonly JsonRecord[] {
  if (!Array.isArray(list)) throw badAnswer(url, `it has no list of ${name}`);
  return recordsOf(list);
}

/** Text that says something; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
