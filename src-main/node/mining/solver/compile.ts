/**
 * Compiles the AssemblyScript of assembly/ to WebAssembly. Runs when the program is built, and for a solver when running
 * from source; never inside the built program, which comes with the result.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { insertRounds } from './blake2bRounds.ts'

/** Two hashes side by side in 128-bit registers, or one at a time where there are none. */
export type SolverTarget = 'simd' | 'scalar'

export interface SolverFolders {
  /** the folder assembly/ beside this file; a parameter, because this file may have been bundled elsewhere */
  readonly sources: string
  /** cache of compiled files, under names that change with the sources */
  readonly cache: string
}

/** Not `.ts`, which the compiler expects: these files are no TypeScript, and its tools should ignore them. */
const EXTENSION = '.as'
const ENTRY = 'solver.ts'
const OUTPUT = 'solver.wasm'
const OPTIONS = [
  ENTRY,
  ...['--outFile', OUTPUT, '--runtime', 'stub', '--noAssert', '--pedantic'],
  ...['-O3', '--converge'],
] as const
const FEATURES: Readonly<Record<SolverTarget, readonly string[]>> = {
  simd: ['--enable', 'simd'],
  scalar: ['--disable', 'simd'],
}

/**
 * The solver as WebAssembly. Takes some seconds the first time.
 * @throws Error with what the compiler said
 */
export async function compileSolver(
  target: SolverTarget,
  { sources, cache }: SolverFolders,
): Promise<Uint8Array<ArrayBuffer>> {
  const files = readSources(sources)
  const path = join(cache, `solver-${target}-${fingerprint(target, files)}.wasm`)
  const kept = readIfThere(path)
  if (kept) return kept
  const wasm = await compile(target, files)
  mkdirSync(cache, { recursive: true })
  // Several processes may compile at once; the last one replaces the file with an equal one.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, wasm)
  renameSync(draft, path)
  return wasm
}

function readSources(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith(EXTENSION))
  return new Map(names.sort().map((name) => [name, insertRounds(readFileSync(join(folder, name), 'utf8'))]))
}

function fingerprint(target: SolverTarget, files: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify([OPTIONS, FEATURES[target], [...files]]))
  return hash.digest('hex').slice(0, 16)
}

function readIfThere(path: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(path))
  } catch {
    return undefined
  }
}

async function compile(target: SolverTarget, files: ReadonlyMap<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const { main } = await import('assemblyscript/asc')
  let wasm: Uint8Array | undefined
  const { error, stderr } = await main([...OPTIONS, ...FEATURES[target]], {
    readFile: (name) => files.get(`${basename(name, '.ts')}${EXTENSION}`) ?? null,
    listFiles: () => [],
    writeFile(name, contents) {
      if (name === OUTPUT && typeof contents !== 'string') wasm = contents
    },
  })
  if (error || !wasm) throw new Error(`The solver cannot be compiled:\n${stderr.toString() || String(error)}`)
  return new Uint8Array(wasm)
}
