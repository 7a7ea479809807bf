/** Entry of the thread that `startDemoServerThread` starts: posts the port, closes at the first message. */
import { parentPort } from 'node:worker_threads';
import { startDemoServer } from './demo-server.js';

const server = await startDemoServer();
parentPort?.once('message', () => server.close());
parentPort?.postMessage(server.port);
