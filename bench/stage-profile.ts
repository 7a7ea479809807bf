import { Session } from 'node:inspector/promises';

/**
 * CPU seconds of this thread by stage, from a sampling profile: a sample belongs to the folder of src/ whose function
 * is innermost on the stack, so that gzip counts for the archive and SQLite for the store that called it. Of the folders in
 * `whole`, all that they call counts for them.
 */
export async function stageProfile(whole: readonly string[] = []): Promise<() => Promise<Record<string, number>>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    const stageOf = new Map<number, string>();
    const visit = (id: number, inherited: string) => {
      const node = nodes.get(id)!;
      const own = whole.includes(inherited) ? inherited : (stageOfFunction(node.callFrame) ?? inherited);
      stageOf.set(id, own);
      for (const child of node.children ?? []) visit(child, own);
    };
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    visit(profile.nodes[0]!.id, 'event loop and sockets');
    const seconds: Record<string, number> = {};
    for (const [index, id] of (profile.samples ?? []).entries()) {
      const stage = stageOf.get(id)!;
      if (stage !== 'idle') seconds[stage] = (seconds[stage] ?? 0) + (profile.timeDeltas?.[index] ?? 0) / 1e6;
    }
    return Object.fromEntries(Object.entries(seconds).sort(([, a], [, b]) => b - a));
  };
}

function stageOfFunction({ url, functionName }: { url: string; functionName: string }): string | undefined {
  if (functionName === '(idle)') return 'idle';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (/node_modules\/undici/.test(url)) return 'download';
  return /\/src\/([a-z]+)\//.exec(url)?.[1];
}
