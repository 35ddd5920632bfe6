// Configures the build of the script in /docs. Its name has no hash, because the daemon writes the page that loads it.
import { join } from 'node:path';
import { root } from './paths.mjs';
import { noSchemas } from './slim-contract.mjs';

/** @returns {import('vite').UserConfig} */
export const docsConfig = () => ({
  root: join(root, 'src/renderer/docs'),
  plugins: [noSchemas],
  build: {
    target: 'es2022',
    // This deletes nothing, because the output folder is in a new temporary folder.
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(root, 'src/renderer/docs/try-requests.ts'),
      output: { entryFileNames: 'try-requests.js' },
    },
  },
});
