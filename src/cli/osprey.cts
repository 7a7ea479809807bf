/**
 * The command `osprey`. Each DNS look-up takes a thread of libuv's pool for as long as it lasts, so that four slow names
 * would hold up all others, and the files written meanwhile. Node reads the size of the pool at its first use, and
 * loading an ES module is one: hence this one file in CommonJS, before all others.
 */
process.env.UV_THREADPOOL_SIZE ??= '64';
/** Commands that look at a crawl, which may be somebody else's. */
const readingCommands = ['status', 'why', 'export', 'search', 'report', 'label', 'list'];
const command = process.argv[2] ?? '';
const isReading = readingCommands.includes(command);
try {
  require('../compile-late.js').compileLate();
  if (isReading && process.env.OSPREY_WATCHED === undefined) require('./watch-reading.js');
  else {
    // Read at once: where each module of hundreds is opened, looked at, read and closed by way of the pool, a start takes a fifth more CPU.
    if (isReading || command === 'crawl' || command === 'resume') require(`./commands/${command}/run.js`);
    require('./main.js');
  }
} catch (thrown) {
  // What reports failures could not be loaded either.
  process.stderr.write(
    `osprey: A part of Osprey could not be loaded (${(thrown as Error).message}): too many files are open (ulimit -n), or it is not installed as a whole.\n`,
  );
  process.exitCode = 4;
}
