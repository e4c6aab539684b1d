import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { compileSolver } from './src-main/node/mining/solver/compile.ts'

const at = (path: string) => resolve(import.meta.dirname, path)

/** Deep links load the page from below the root, over app:// and http:// alike; electron-vite would make paths relative. */
const absoluteBase = { name: 'absolute-base', enforce: 'post' as const, config: () => ({ base: '/' }) }

/** The miner's WebAssembly, made from its AssemblyScript, beside the bundle: see src-main/node/mining/solver. */
const solver: Plugin = {
  name: 'solver',
  async generateBundle() {
    const folders = { sources: at('src-main/node/mining/solver/assembly'), cache: at('out/solver') }
    for (const target of ['simd', 'scalar'] as const) {
      const source = await compileSolver(target, folders)
      this.emitFile({ type: 'asset', fileName: `solver-${target}.wasm`, source })
    }
  },
}

export default defineConfig({
  main: {
    plugins: [solver],
    build: {
      outDir: 'out/main',
      minify: true,
      sourcemap: true,
      rollupOptions: {
        // One file per process or thread. Chunks stay beside them, so that `new URL('./x.js', import.meta.url)` finds a worker.
        input: {
          index: at('src-main/shell/main.ts'),
          web: at('src-main/web/entry.ts'),
          daemon: at('src-main/cli/daemonEntry.ts'),
          client: at('src-main/cli/client.ts'),
          nodeThread: at('src-main/host/nodeThread.ts'),
          verifyWorker: at('src-main/node/verify/worker.ts'),
          claimWorker: at('src-main/node/modules/faucet/search/worker.ts'),
          solverWorker: at('src-main/node/mining/solver/worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      minify: true,
      rollupOptions: {
        input: { preload: at('src-main/shell/preload.ts') },
        // A sandboxed preload has no ES modules.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    plugins: [react(), tailwindcss(), absoluteBase],
    build: {
      outDir: at('out/renderer'),
      emptyOutDir: true,
      minify: true,
      rollupOptions: { input: at('src-renderer/index.html') },
    },
  },
})
