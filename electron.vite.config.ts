import { defineConfig } from 'electron-vite';
import { rendererConfig } from './build/portal-vite.mjs';

// The renderer's part stands in build/portal-vite.mjs: the daemon serves the same files, built without Electron.
// What runs in Electron is CommonJS: a sandboxed preload can be nothing else, and tests put a stand-in under the main process.
const output = { format: 'cjs', entryFileNames: '[name].cjs' } as const;

export default defineConfig({
  main: { build: { rolldownOptions: { input: 'src/main/index.ts', output } } },
  preload: { build: { rolldownOptions: { input: 'src/preload/index.ts', output } } },
  renderer: rendererConfig(),
});
