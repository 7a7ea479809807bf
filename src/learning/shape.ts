/** What is wrong with a value, as `FIELD is not …`; undefined where it is as it should be. `at` names its field. */
export type Shape = (value: unknown, at: string) => string | undefined;

/** A number within bounds. */
export function numberShape(
  is: string,
  { min, max, whole = false }: { readonly min: number; readonly max: number; readonly whole?: boolean },
): Shape {
  return (value, at) => {
    const fits = typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value));
    return fits ? undefined : `${at} is not ${is}`;
  };
}

/** As training makes them: none is so large that what is computed from it is no number any more. */
export const finite = numberShape('a finite number', { min: -1e15, max: 1e15 });
export const count = numberShape('a count', { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
export const termIdShape = numberShape('the id of a term', { min: 0, max: 2 ** 32 - 1, whole: true });

/** The number of one of so many. */
export function placeAmong(most: number): Shape {
  return numberShape(`a number from 0 to ${most - 1}`, { min: 0, max: most - 1, whole: true });
}

export function textShape(longest: number): Shape {
  return (value, at) =>
    typeof value === 'string' && value.length <= longest
      ? undefined
      : `${at} is not a text of at most ${longest} characters`;
}

export const flag: Shape = (value, at) => (typeof value === 'boolean' ? undefined : `${at} is not true or false`);

export function orNull(shape: Shape): Shape {
  return (value, at) => (value === null ? undefined : shape(value, at));
}

export interface ListLimits {
  readonly length?: number;
  readonly min?: number;
  readonly unique?: boolean;
}

export function listOf(shape: Shape, { length, min = length ?? 0, unique = false }: ListLimits = {}): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} is not a list`;
    if (length !== undefined && value.length !== length) return `${at} has ${value.length} values instead of ${length}`;
    if (value.length < min) return `${at} has ${value.length} values, less than ${min}`;
    for (let index = 0; index < value.length; index++) {
      const problem = shape(value[index], `${at}[${index}]`);
      if (problem !== undefined) return problem;
    }
    return unique && new Set(value).size < value.length ? `${at} has a value twice` : undefined;
  };
}

/** An object with these fields and no others. */
export function recordOf(fields: Readonly<Record<string, Shape>>): Shape {
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at} is not an object`;
    for (const [name, shape] of Object.entries(fields)) {
      if (!Object.hasOwn(value, name)) return `${at}.${name} is missing`;
      const problem = shape((value as Record<string, unknown>)[name], `${at}.${name}`);
      if (problem !== undefined) return problem;
    }
    const hasOthers = Object.keys(value).some((name) => !Object.hasOwn(fields, name));
    return hasOthers ? `${at} has a field that no model has` : undefined;
  };
}

/** What has this shape must also have the one that follows from it: lists of the same length, places in another list. */
export function andThen<Value>(shape: Shape, then: (value: Value) => Readonly<Record<string, Shape>>): Shape {
  return (value, at) => {
    const problem = shape(value, at);
    if (problem !== undefined) return problem;
    for (const [name, further] of Object.entries(then(value as Value))) {
      const found = further((value as Record<string, unknown>)[name], `${at}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Anything at all: what is said of it elsewhere. */
export const anything: Shape = () => undefined;
