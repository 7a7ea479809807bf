/** What a page and its site say of how it may be used. Recorded, never guessed: what is absent was not stated. */
export interface PageRights {
  /** Directives of the robots meta tag or X-Robots-Tag: not for training of models, nor its images. */
  readonly noai?: true;
  readonly noimageai?: true;
  /** Text and data mining, by the TDM Reservation Protocol: rights are reserved, or explicitly not. */
  readonly tdm?: 'reserved' | 'open';
  /** Where the terms of a reservation are. */
  readonly tdmPolicy?: string;
  /** Content-Signal of robots.txt, by use: `search`, `ai-input`, `ai-train`. */
  readonly signals?: Readonly<Record<string, boolean>>;
  /** URL or name of the licence. */
  readonly licence?: string;
}

/** Signals whose "no" reserves a page. */
const uses = ['ai-train', 'ai-input'];

/** Whether somebody reserves the page against text and data mining or the training of models. */
export function isReserved({ noai, tdm, signals = {} }: PageRights = {}): boolean {
  return noai === true || tdm === 'reserved' || uses.some((use) => signals[use] === false);
}

/** The later ones say more of the page itself. Undefined where nobody says anything. */
export function joinedRights(...stated: readonly (PageRights | undefined)[]): PageRights | undefined {
  const joined: PageRights = Object.assign({}, ...stated.filter((rights) => rights !== undefined));
  return Object.keys(joined).length === 0 ? undefined : joined;
}

type Statements = { readonly [Name in keyof PageRights]?: PageRights[Name] | undefined };

/** Each statement by itself, the licence left out: `noai`, `tdm=reserved`, `ai-train=no`. */
export function rightsInWords({ noai, noimageai, tdm, tdmPolicy, signals = {} }: Statements = {}): readonly string[] {
  return [
    ...(noai ? ['noai'] : []),
    ...(noimageai ? ['noimageai'] : []),
    ...(tdm === undefined ? [] : [`tdm=${tdm}`]),
    ...(tdmPolicy === undefined ? [] : [`tdm-policy=${tdmPolicy}`]),
    ...Object.entries(signals).map(([use, isAllowed]) => `${use}=${isAllowed ? 'yes' : 'no'}`),
  ];
}
