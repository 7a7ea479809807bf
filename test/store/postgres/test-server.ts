import { after, before } from 'node:test';

/** A PostgreSQL server for tests. */
export interface TestServer {
  /** Of its database for tests, with the password. */
  readonly url: string;
  /** What can be done to it; undefined where it is somebody else's. */
  readonly own?: {
    readonly port: number;
    /** Of its first process, the parent of all others. */
    pid(): number;
    /** Ends it at once, as a crash of the machine would. */
    kill(): Promise<void>;
    start(): Promise<void>;
  };
  stop(): Promise<void>;
}

let names = 0;

/** A name of a crawl that no other test uses, also on a server that is there for longer. */
export function newName(): string {
  return `t${process.pid}-${Date.now().toString(36)}-${++names}`;
}

/** The server that OSPREY_TEST_POSTGRES names, or one from npm with these settings. */
export async function startServer({ fast = true, settings = [] as readonly string[] } = {}): Promise<TestServer> {
  const given = process.env.OSPREY_TEST_POSTGRES;
  if (given !== undefined) return { url: given, stop: async () => {} };
  const { ownServer } = await import('./own-server.js');
  return ownServer(fast, settings);
}

/** One server for all tests of a file, started before the first of them. */
export function sharedServer(beforeStop: () => Promise<void> = async () => {}): () => TestServer {
  let server: TestServer | undefined;
  before(async () => {
    server = await startServer();
  });
  after(async () => {
    await beforeStop();
    await server?.stop();
  });
  return () => server!;
}
