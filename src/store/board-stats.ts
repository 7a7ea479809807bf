import type { FrontierStats } from '../frontier/frontier.js';
import type { GateBoard } from '../frontier/gate-board.js';

/** Counts over the hosts of a board. */
export function boardStats(board: GateBoard, now: number, counts: { claimed: number; known: number }): FrontierStats {
  let [queued, hostsReady, hostsWaiting, hostsClosed, queuedClosed] = [0, 0, 0, 0, 0];
  for (const gate of board.gates) {
    if (gate.queued === 0) continue;
    queued += gate.queued;
    if (board.isClosed(gate)) {
      hostsClosed++;
      queuedClosed += gate.queued;
    } else if (gate.nextAt <= now && gate.inFlight < board.rules.requestsPerHost) hostsReady++;
    else hostsWaiting++;
  }
  return { ...counts, queued, hosts: board.gates.length, hostsReady, hostsWaiting, hostsClosed, queuedClosed };
}
