/**
 * Compiles the AssemblyScript of assembly/ to WebAssembly, at build time or when the program runs from source. The built
 * program contains the result.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { insertRounds } from './blake2bRounds.ts'

/** `simd` computes two hashes at a time in 128-bit registers, `scalar` one at a time for machines without them. */
export type SolverTarget = 'simd' | 'scalar'

export interface SolverFolders {
  /** path of the folder assembly/; a parameter, because a bundler may have moved this file */
  readonly sources: string
  /** folder of compiled files, whose names contain a hash of the sources */
  readonly cache: string
}

/** Extension of the sources. The compiler expects `.ts`, but TypeScript tools must ignore these files. */
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
 * Returns the solver as WebAssembly. The first compilation takes some seconds.
 * @throws Error with the compiler's output
 */
export async function compileSolver(
  target: SolverTarget,
  { sources, cache }: SolverFolders,
): Promise<Uint8Array<ArrayBuffer>> {
  const files = readSources(sources)
  const path = join(cache, `solver-${target}-${fingerprint(target, files)}.wasm`)
  const kept = readIfExists(path)
  if (kept) return kept
  const wasm = await compile(target, files)
  mkdirSync(cache, { recursive: true })
  // Several processes may compile at the same time; each replaces the file with an equal one.
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, wasm)
  renameSync(temporary, path)
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

function readIfExists(path: string): Uint8Array<ArrayBuffer> | undefined {
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
