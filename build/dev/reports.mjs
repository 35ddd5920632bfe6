// Reports what happens in development mode. The terminal shows all reports; open pages show only faults.

/** @param {string} text */
export const say = (text) => void process.stdout.write(`${text}\n`);

/**
 * @param {import('vite').ViteDevServer} server
 * @param {string} part such as `daemon`
 */
export function createReports({ ws }, part) {
  let isFaulty = false;
  return {
    /** @param {string} text */
    fault(text) {
      isFaulty = true;
      say(`[${part}] ${text}`);
      ws.send({ type: 'error', err: { message: `${part}: ${text}`, stack: '' } });
    },
    /** @param {string} text */
    good(text) {
      say(`[${part}] ${text}`);
      // The reload removes the fault from the page and loads what could not be loaded before.
      if (isFaulty) ws.send({ type: 'full-reload' });
      isFaulty = false;
    },
  };
}
