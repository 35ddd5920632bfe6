// Configures the build of the creators' page, which the daemon serves at /creator. It shares no file with the Portal,
// because it must be small.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { root } from './paths.mjs';
import { noSchemas, slimContract } from './slim-contract.mjs';

/** @returns {import('vite').UserConfig} */
export const creatorConfig = () => ({
  root: join(root, 'src/renderer/creator'),
  base: '/creator/',
  plugins: [slimContract((path) => /^(\/v1)?\/creator\//.test(path)), noSchemas, react()],
  build: {
    target: 'es2022',
    // This deletes nothing, because the output folder is in a new temporary folder.
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The texts of other languages import these modules, so the modules must not be in a chunk that waits for
            // the texts.
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|vite[\\/]preload-helper|renderer[\\/]lib[\\/]|set-language/,
            },
          ],
        },
      },
    },
  },
});
