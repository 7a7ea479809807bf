/**
 * The token comes in the fragment of the URL that the server prints and opens (`http://127.0.0.1:PORT/#token=…`). The page sends it
 * once, then removes it from its address (`history.replaceState`); from then on an HttpOnly cookie says who is there.
 */
export interface SessionRequest {
  readonly token: string;
}

export interface Session {
  /** Version of Osprey. */
  readonly version: string;
  /** Whom labels and commands are recorded under. */
  readonly by: string;
  /** Whether crawls can be started here: not where single folders are shown. */
  readonly canStart: boolean;
  /** Folder of the crawls, as people know it. */
  readonly folder: string;
}
