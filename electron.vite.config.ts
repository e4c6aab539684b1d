import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { packagesIn, readLicences, runtimePackages } from './src-main/launch/licences.ts'
import { compileSolver } from './src-main/node/mining/solver/compile.ts'
import { openRpcText } from './src-shared/rpc/openrpc.ts'

const at = (path: string) => resolve(import.meta.dirname, path)

/**
 * Deep links load the page from below the root over both app:// and http://. With electron-vite's default, paths would
 * be relative.
 */
const absoluteBase = { name: 'absolute-base', enforce: 'post' as const, config: () => ({ base: '/' }) }

/** Builds the miner's WebAssembly from AssemblyScript into the bundle's folder (src-main/node/mining/solver). */
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

/** Copies the files of the app's own windows, whose only script is their preload (src-main/shell/promptPage). */
const promptPage: Plugin = {
  name: 'prompt-page',
  generateBundle() {
    const read = (path: string) => readFileSync(at(path))
    const emit = (name: string, source: string | Buffer) => {
      this.emitFile({ type: 'asset', fileName: `prompt/${name}`, source })
    }
    emit('index.html', read('src-main/shell/promptPage/index.html'))
    emit('prompt.css', `${read('src-shared/tokens.css')}\n${read('src-main/shell/promptPage/prompt.css')}`)
    emit('inter.woff2', read('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))
  },
}

/** Converts the tray icons, because Electron does not accept SVG there (src-main/shell/tray/pictures). */
const trayPictures: Plugin = {
  name: 'tray-pictures',
  generateBundle() {
    for (const state of ['idle', 'running', 'mining']) {
      const source = readFileSync(at(`src-main/shell/tray/pictures/${state}.png`))
      this.emitFile({ type: 'asset', fileName: `tray/${state}.png`, source })
    }
  },
}

/** Copies release.json: the address of the update feed, and the keys that this build trusts (src-main/app/updates). */
const release: Plugin = {
  name: 'release',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'release.json', source: readFileSync(at('resources/release.json')) })
  },
}

/** Writes the RPC contract for client generators, equal to the result of `rpc.discover`. */
const openRpc: Plugin = {
  name: 'openrpc',
  generateBundle() {
    const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }
    this.emitFile({ type: 'asset', fileName: 'openrpc.json', source: openRpcText(version) })
  },
}

/** Writes the licences that About shows, as a separate script because the window may not fetch anything. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []))
    const found = readLicences(at('.'), [...packagesIn(modules), ...runtimePackages(at('.'))])
    this.emitFile({
      type: 'asset',
      fileName: 'licences.js',
      source: `export const licences = ${JSON.stringify(found)}\n`,
    })
  },
}

export default defineConfig({
  main: {
    plugins: [solver, promptPage, trayPictures, release, openRpc],
    build: {
      outDir: 'out/main',
      minify: true,
      sourcemap: true,
      rollupOptions: {
        // A file per process or thread. Chunks stay in the same folder, so that `new URL('./x.js', import.meta.url)`
        // finds a worker.
        input: {
          index: at('src-main/shell/main.ts'),
          web: at('src-main/web/entry.ts'),
          daemon: at('src-main/cli/daemonEntry.ts'),
          client: at('src-main/cli/client.ts'),
          nodeThread: at('src-main/app/thread/nodeThread.ts'),
          verifyWorker: at('src-main/node/verify/worker.ts'),
          proofWorker: at('src-main/node/verify/proofWorker.ts'),
          checkpointWorker: at('src-main/node/storage/checkpoint/checkpointWorker.ts'),
          coinWorker: at('src-main/node/chain/coinStatistics/scanWorker.ts'),
          claimWorker: at('src-main/node/contracts/faucet/search/worker.ts'),
          query: at('src-main/query/queryEntry.ts'),
          connectionWorker: at('src-main/query/database/connectionWorker.ts'),
          publishWorker: at('src-main/node/publish/publishWorker.ts'),
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
        // The two preloads share no module: a sandboxed preload must be a single file without ES modules.
        input: { preload: at('src-main/shell/preload.ts'), prompt: at('src-main/shell/promptPage/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    plugins: [react(), tailwindcss(), absoluteBase, licences],
    build: {
      outDir: at('out/renderer'),
      emptyOutDir: true,
      minify: true,
      rollupOptions: { input: at('src-renderer/index.html') },
    },
  },
})
