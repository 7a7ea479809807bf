import { badRequest } from './refusal.js';

/** The fields of a body or query that a client sent: each is checked and limited when it is read. */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(given: unknown) {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw badRequest('Send a JSON object.');
    this.#values = given as Record<string, unknown>;
  }

  static ofQuery(query: URLSearchParams): Fields {
    return new Fields(Object.fromEntries(query));
  }

  /** Refuses whatever has none of these names. */
  only(...names: readonly string[]): this {
    const other = Object.keys(this.#values).find((name) => !names.includes(name));
    if (other !== undefined) throw badRequest(`There is no field "${other.slice(0, 60)}" here.`);
    return this;
  }

  text(name: string, most: number): string | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value.length > most)
      throw badRequest(`"${name}" must be a text of at most ${most} characters.`);
    return value;
  }

  texts(name: string, most: number, mostCharacters = 2_048): string[] | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    const isList = Array.isArray(value) && value.length <= most;
    if (!isList || !value.every((item) => typeof item === 'string' && item.length <= mostCharacters))
      throw badRequest(`"${name}" must be a list of at most ${most} texts of at most ${mostCharacters} characters.`);
    return value as string[];
  }

  /** Also of a text with digits, as queries have them. */
  number(name: string, least: number, most: number): number | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !(number >= least && number <= most))
      throw badRequest(`"${name}" must be a number from ${least} to ${most}.`);
    return number;
  }

  integer(name: string, least: number, most: number): number | undefined {
    const value = this.number(name, least, most);
    if (value !== undefined && !Number.isInteger(value)) throw badRequest(`"${name}" must be a whole number.`);
    return value;
  }

  choice<Choice extends string>(name: string, ...choices: readonly Choice[]): Choice | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) throw badRequest(`"${name}" must be one of ${choices.join(', ')}.`);
    return chosen;
  }

  boolean(name: string): boolean | undefined {
    const value = this.#get(name);
    if (value !== undefined && typeof value !== 'boolean') throw badRequest(`"${name}" must be true or false.`);
    return value;
  }

  list(name: string, most: number): Fields[] | undefined {
    const value = this.#get(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || value.length > most) throw badRequest(`"${name}" must be a list of at most ${most}.`);
    return value.map((item) => new Fields(item));
  }

  object(name: string): Readonly<Record<string, unknown>> | undefined {
    const value = this.#get(name);
    return value === undefined ? undefined : new Fields(value).#values;
  }

  /** As it was sent. */
  raw(name: string): unknown {
    return this.#get(name);
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? undefined) : undefined;
  }
}

/** What must be there. */
export function needed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw badRequest(`"${name}" is missing.`);
  return value;
}
