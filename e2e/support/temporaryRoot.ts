import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates one folder for all temporary files of the suites and of the programs that they start, before the suites run.
 * Afterwards the complete folder is removed, so that a suite that failed before its own cleanup leaves nothing behind.
 */
export function setup(): () => void {
  const before = process.env['TMPDIR']
  const root = mkdtempSync(join(tmpdir(), 'chainwright-e2e-'))
  process.env['TMPDIR'] = root
  // Compile cache for programs that tests start repeatedly.
  process.env['NODE_COMPILE_CACHE'] = join(root, 'compileCache')
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  // A run that is interrupted with Ctrl-C may not reach its teardown.
  process.once('exit', remove)
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    delete process.env['NODE_COMPILE_CACHE']
    process.off('exit', remove)
    remove()
  }
}
