import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { compileSolver, SolverTarget } from './compile.ts'

/**
 * Loads the solver build for this machine, `simd` if the machine has 128-bit registers.
 * @param target overrides the choice of the build
 */
export async function loadSolver(target?: SolverTarget): Promise<WebAssembly.Module> {
  if (target) return WebAssembly.compile(await solverBytes(target))
  const simd = await solverBytes('simd')
  return WebAssembly.compile(WebAssembly.validate(simd) ? simd : await solverBytes('scalar'))
}

/** Compiled on demand when run from source; next to the bundle's chunk when built (see electron.vite.config.ts). */
async function solverBytes(target: SolverTarget): Promise<Uint8Array<ArrayBuffer>> {
  if (!import.meta.url.endsWith('.ts')) return readFile(new URL(`./solver-${target}.wasm`, import.meta.url))
  const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  // A computed name, which bundlers do not follow: the compiler is not part of the built program.
  const compiler = new URL('./compile.ts', import.meta.url).href
  const { compileSolver: compile }: { compileSolver: typeof compileSolver } = await import(compiler)
  return compile(target, { sources: folder('./assembly'), cache: folder('../../../../out/solver') })
}
