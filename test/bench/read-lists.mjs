// Simulates people who page through lists. A separate process does this, so that it affects the load generator only by
// using the CPU. It reads one JSON line from stdin. When stdin ends, it prints the number of lists that it has read.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a person looks at a page. */
const VIEW_MS = 500;
const READERS = 10;

console.log('ready');
const lines = createInterface({ input: process.stdin });
let reading = true;
lines.once('close', () => {
  reading = false;
});
lines.once('line', async (line) => {
  const { url, headers, lists } = JSON.parse(line);
  let read = 0;
  await Promise.all(
    Array.from({ length: READERS }, async (_, reader) => {
      await sleep((reader * VIEW_MS) / READERS);
      for (let at = reader; reading; at += 1) {
        const answer = await fetch(url + lists[at % lists.length], { headers });
        if (!answer.ok) throw new Error(`${lists[at % lists.length]} returned status ${answer.status}`);
        await answer.arrayBuffer();
        read += 1;
        await sleep(VIEW_MS);
      }
    }),
  );
  console.log(read);
});
