/** Where connections to a host really go, instead of where DNS points. */
export interface HostAddress {
  /** An IP address; IPv6 without brackets. */
  readonly address: string;
  /** Port of the URL when absent. */
  readonly port?: number;
}

/**
 * Addresses by host name, as `URL.hostname` writes it; `*` stands for every other host. URL, Host header and TLS server
 * name stay those of the host, so one loopback server can play a whole web. An https URL speaks TLS to the pinned port
 * too: a server that speaks plain HTTP there cannot answer it.
 */
export type PinnedHosts = ReadonlyMap<string, HostAddress>;
