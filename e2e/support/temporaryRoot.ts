import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Before the suites: one folder for everything temporary, theirs and that of each program they start. After them it goes
 * away as a whole, so that a suite that failed before its own clearing up leaves nothing behind either.
 */
export function setup(): () => void {
  const before = process.env['TMPDIR']
  const root = mkdtempSync(join(tmpdir(), 'chainwright-e2e-'))
  process.env['TMPDIR'] = root
  // Programs that tests start again and again are compiled once.
  process.env['NODE_COMPILE_CACHE'] = join(root, 'compileCache')
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  // A run that is broken off with Ctrl-C does not always get to its end.
  process.once('exit', remove)
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    delete process.env['NODE_COMPILE_CACHE']
    process.off('exit', remove)
    remove()
  }
}
