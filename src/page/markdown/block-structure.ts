import type { Place } from '../html/open-elements.js';

/** What a block is by the elements around it. */
export interface BlockStructure {
  /** Quotations and list items around it, from the outside in, by their places. */
  readonly containers: readonly number[];
  /** Level of the heading that it is in, or 0. */
  readonly heading: number;
  /** Place of the preformatted text that it is in, or -1. */
  readonly listing: number;
  /** It is the term of a definition. */
  readonly isTerm: boolean;
}

/** Deeper nesting is flattened. */
const DEEPEST = 8;
const NOWHERE: BlockStructure = { containers: [], heading: 0, listing: -1, isTerm: false };

/** Finds the structure of places, each once. */
export class BlockStructures {
  private readonly known: (BlockStructure | undefined)[] = [];

  constructor(private readonly places: readonly Place[]) {}

  of(place: number): BlockStructure {
    if (place < 0) return NOWHERE;
    const known = this.known[place];
    if (known !== undefined) return known;
    const { parent, tag } = this.places[place]!;
    const outer = this.of(parent);
    const structure = within(outer, tag.name, place);
    this.known[place] = structure;
    return structure;
  }

  /** The list that an item belongs to, or -1. */
  listOf(item: number): number {
    let { parent } = this.places[item]!;
    while (parent >= 0 && !isList(this.nameOf(parent))) parent = this.places[parent]!.parent;
    return parent;
  }

  nameOf(place: number): string {
    return this.places[place]!.tag.name;
  }

  /** Classes of a place and of the two around it. */
  classesAround(place: number): string {
    let classes = '';
    for (let i = 0; i < 3 && place >= 0; i++, place = this.places[place]!.parent)
      classes += ` ${this.places[place]!.classes}`;
    return classes;
  }
}

function isList(name: string): boolean {
  return name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir';
}

function within(outer: BlockStructure, name: string, place: number): BlockStructure {
  if (outer.listing >= 0) return outer;
  switch (name) {
    case 'li':
    case 'blockquote':
      return outer.containers.length >= DEEPEST ? outer : { ...outer, containers: [...outer.containers, place] };
    case 'pre':
    case 'xmp':
    case 'listing':
    case 'plaintext':
      return { ...outer, listing: place };
    case 'dt':
      return { ...outer, isTerm: true };
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return { ...outer, heading: Number(name[1]) };
    default:
      return outer;
  }
}
