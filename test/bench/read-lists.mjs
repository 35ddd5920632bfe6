// People who turn the pages of lists, in a process of their own so that what they read costs the load nothing but the
// machine's time. Asked on stdin: one JSON line. It ends with stdin, and says how many lists it read.
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** As long as a person looks at a page before the next one. */
const LOOK_MS = 500;
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
      await sleep((reader * LOOK_MS) / READERS);
      for (let at = reader; reading; at += 1) {
        const answer = await fetch(url + lists[at % lists.length], { headers });
        if (!answer.ok) throw new Error(`${lists[at % lists.length]} answered ${answer.status}`);
        await answer.arrayBuffer();
        read += 1;
        await sleep(LOOK_MS);
      }
    }),
  );
  console.log(read);
});
