/**
 * The first file of a thread that reads pages. In CommonJS, so that its modules are read at once: opened, looked at and read by way of libuv's
 * pool, each of a hundred and fifty, they take a seventh more CPU.
 */
require('./page-worker.js');
